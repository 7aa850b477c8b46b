/**
 * Runs on an engine that rounds fused multiply-add twice, and throws where anything but that is so: FMA kernels are
 * refused by name everywhere, what chooses a kernel takes the next best one, and that one is right.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantiate } from '../../groth16/js/instance.mjs';
import { FQ, FR } from '../src/oracle/field.mjs';
import { arkworksIn } from '../src/proofs/arkworks.mjs';
import { bytesFromProof } from '../src/proofs/json.mjs';
import { moduleProver } from '../src/proofs/package-prover.mjs';
import { PROVER_PACKAGE, buildOf, moduleFile, packageModule } from '../src/proofs/prover-rows.mjs';
import { PACKAGES } from '../src/setup/artefacts.mjs';
import { features } from '../src/setup/features.mjs';

const SEED = 1n;
const [key, witness] = process.argv.slice(2).map((path) => new Uint8Array(readFileSync(path)));

assert.equal(features().fused, false);

/** @type {any} */
const wasm = await import(new URL('../pkg/relaxed-simd/fqmul.js', import.meta.url).href);
wasm.initSync({ module: readFileSync(join(PACKAGES, 'relaxed-simd/fqmul_bg.wasm')) });

/** @param {string} what @param {string} id @param {() => unknown} call */
const refuses = (what, id, call) =>
  assert.throws(
    call,
    (error) => error instanceof RangeError && error.message.startsWith(`kernel: "${id}" needs a fused relaxed_madd`),
    `${what} of ${id}`,
  );

const [two, three] = [2n, 3n].map((x) => FQ.toBytes(x));
/** @type {{ id: string, build: string, fused: boolean | null }[]} */
const kernels = JSON.parse(wasm.kernels()).filter((/** @type {any} */ { build }) => build === 'relaxed-simd');
assert.ok(kernels.length > 0);
for (const { id, fused } of kernels) {
  assert.equal(fused, false);
  refuses('mul', id, () => wasm.mul(id, two, three));
  refuses('chain', id, () => wasm.chain(id, SEED, 8));
  refuses('stream', id, () => wasm.stream(id, SEED, 8));
  refuses('stream_of', id, () => wasm.stream_of(id, 'square', SEED, 8));
  refuses('Arrays', id, () => new wasm.Arrays(id, 4, SEED));
  refuses('Multiplier', id, () => new wasm.Multiplier(id));
  refuses('Pairs', id, () => new wasm.Pairs(id, 2));
}
refuses('invert', 'fma-pair', () => wasm.invert('fma-pair', SEED, 2));
refuses('invert_batch', 'fma-pair', () => wasm.invert_batch('fma-pair', SEED, 2));
refuses('msm', 'fma-pair', () => wasm.msm('fma-pair', new Uint8Array(64), new Uint8Array(32)));
refuses('Msm', 'fma-pair', () => new wasm.Msm('fma-pair', 2, SEED));
refuses('ntt', 'fma-pair', () => wasm.ntt('fma-pair', new Uint8Array(64), false));
refuses('Ntt', 'fma-pair', () => new wasm.Ntt('fma-pair', 2, SEED));
for (const { hash, id, build } of JSON.parse(wasm.hashers()))
  if (build === 'relaxed-simd') refuses(hash, id, () => new wasm.Hasher(hash, id));

assert.equal(wasm.best_batch(), 'simd');
assert.deepEqual(wasm.mul_best(two, three), FQ.toBytes(6n));
assert.deepEqual(wasm.mul('simd', two, three), FQ.toBytes(6n));
// 5 and 7 at 1 and -1.
const values = Uint8Array.of(...FR.toBytes(5n), ...FR.toBytes(7n));
assert.deepEqual(wasm.ntt('simd', values, false), Uint8Array.of(...FR.toBytes(12n), ...FR.toBytes(FR.p - 2n)));
// (1, 2) once.
const generator = Uint8Array.of(...FQ.toBytes(1n), ...FQ.toBytes(2n));
assert.deepEqual(wasm.msm('simd', generator, FR.toBytes(1n)), generator);

/** @param {string} id of a prover */
const prover = async (id) =>
  arkworksIn(await WebAssembly.compile(readFileSync(join(PACKAGES, moduleFile(buildOf(id))))), { key, witness });
const arkworks = await prover('ark-0.6.0');

const fma = await instantiate(new Uint8Array(readFileSync(join(PACKAGES, packageModule('fma')))));
await assert.rejects(moduleProver(fma, { key, witness }), /rounds a fused multiply-add twice/);
assert.throws(() => fma.kernelName(), { code: 'UNSUPPORTED' });

const { groth16 } = await import(new URL(`../pkg/${PROVER_PACKAGE}/dist/index.mjs`, import.meta.url).href);
assert.equal(groth16.backend(), 'simd');
const { proof } = await groth16.prove(key, witness);
arkworks.verify(bytesFromProof(proof));
