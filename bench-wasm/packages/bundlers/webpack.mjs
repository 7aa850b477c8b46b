export { default } from 'webpack';
