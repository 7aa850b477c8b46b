export { nodeResolve } from '@rollup/plugin-node-resolve';
