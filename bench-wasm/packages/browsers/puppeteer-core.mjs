export * from 'puppeteer-core';
export { default } from 'puppeteer-core';
