export * from 'mcl-wasm';
export { default } from 'mcl-wasm';
