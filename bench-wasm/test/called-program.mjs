/**
 * Calls the export `power` of a module, and prints what it gives and which functions were called, as JSON:
 * `node called-program.mjs FILE BASE EXPONENT`. Names are as the module has them; those that were never called are
 * there, too, with a zero.
 */

import { readFileSync } from 'node:fs';
import { functionName, readBinary } from '../src/ink/binary.mjs';
import { withCounters } from '../src/ink/counters.mjs';

const [file, base, exponent] = process.argv.slice(2);
const binary = readBinary(new Uint8Array(readFileSync(file)));
// A function's first instruction is executed as often as it is called, unless it is a loop: Rust's has none there.
const entries = binary.bodies.map(({ from }, body) => ({ body, at: from, ink: 0, opcodes: new Map() }));
const { bytes, counters } = withCounters(binary, entries, []);
const exports = /** @type {any} */ ((await WebAssembly.instantiate(bytes)).instance.exports);
const power = String(BigInt.asUintN(64, exports.power(BigInt(base), Number(exponent))));
const counts = counters.flatMap((name) => exports[name]());
const calls = entries.map(({ body }) => [functionName(binary, binary.imports.length + body), Number(counts[body])]);
console.log(JSON.stringify({ power, calls }));
