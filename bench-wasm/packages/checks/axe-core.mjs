/** @typedef {import('axe-core').AxeResults} AxeResults */
export { default } from 'axe-core';
