export { default } from 'wabt';
