/** The engines, one a line and a file each. */

export { bun } from './bun.mjs';
export { chromium } from './chromium.mjs';
export { deno } from './deno.mjs';
export { firefox } from './firefox.mjs';
export { graalwasm } from './graalwasm.mjs';
export { jsc } from './jsc.mjs';
export { native } from './native.mjs';
export { node } from './node.mjs';
export { nodeArm64 } from './node-arm64.mjs';
export { wasm2c } from './wasm2c.mjs';
export { wasm2go } from './wasm2go.mjs';
export { wasm3 } from './wasm3.mjs';
export { wasmer } from './wasmer.mjs';
export { wasmi } from './wasmi.mjs';
export { wasmtime } from './wasmtime.mjs';
export { wazero } from './wazero.mjs';
