/** patches/blst: blst in wasm with this project's product gives the bytes that it gives without. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bls12_381 } from '#neighbours/noble-bls12-381';
import { fieldOf, power } from '../src/oracle/field.mjs';
import { blstSources, ensureBlst } from '../src/setup/blst.mjs';
import { ensureToolchain } from '../src/setup/toolchain.mjs';
import { patchedBlst } from '../src/upstream/blst.mjs';
import { DST, openBlst } from './blst-program.mjs';

/** @typedef {Awaited<ReturnType<typeof openBlst>>} Program */

const { p } = fieldOf('bls12-381-fq');
const R = 1n << 384n;
const INVERSE = power(R % p, p - 2n, p);

const folder = mkdtempSync(join(tmpdir(), 'fqmul-blst-'));
after(() => rmSync(folder, { recursive: true }));

/** @type {Program} */
let published;
/** @type {Program} */
let patched;
before(async () => {
  const context = { env: await ensureToolchain() };
  published = await openBlst((await ensureBlst('blst', await blstSources(context), context)).file);
  const sources = await patchedBlst(folder, context);
  patched = await openBlst((await ensureBlst('blst-patched', sources, context)).file);
});

/** Residues at the edges of words and limbs, and some without a pattern. @returns {bigint[]} below p */
function residues() {
  const ones = [29, 30, 32, 60, 64, 120, 128, 192, 240, 320, 360, 380].map((bits) => (1n << BigInt(bits)) - 1n);
  // Every limb but the highest is of ones.
  const limbs = ((p >> 360n) << 360n) - 1n;
  const patternless = Array.from({ length: 20 }, (_, i) => power(3n, BigInt(1000 + i), p));
  return [0n, 1n, 2n, ...ones, ...ones.map((x) => x + 1n), limbs, p >> 1n, p - 2n, p - 1n, R % p, ...patternless];
}

const modulo = (/** @type {bigint} */ x) => ((x % p) + p) % p;
const reduced = (/** @type {bigint} */ x) => modulo(modulo(x) * INVERSE);

test('sums, differences, products and squares of residues are those of BigInt, canonical, also over an operand', () => {
  for (const a of residues()) {
    for (const b of residues())
      for (const over of [false, true]) {
        const said = `${a} and ${b}${over ? ', over the first' : ''}`;
        assert.deepEqual(patched.compute('fp_mul', [[a], [b]], over), [reduced(a * b)], said);
        assert.deepEqual(patched.compute('fp_add', [[a], [b]], over), [modulo(a + b)], said);
        assert.deepEqual(patched.compute('fp_sub', [[a], [b]], over), [modulo(a - b)], said);
      }
    assert.deepEqual(patched.compute('fp_sqr', [[a]]), [reduced(a * a)], `${a}`);
  }
});

test('so are those of operands whose limbs are all ones, or nearly so: columns are as full as they get', () => {
  // The limbs below the highest, shifted or not. What the reduction adds on top depends on the lowest bits.
  const full = ((p >> 360n) << 360n) - 1n;
  for (let less = 0n; less < 2000n; less++) {
    const a = full - less;
    assert.deepEqual(patched.compute('fp_mul', [[a], [full]]), [reduced(a * full)], `${a} * ${full}`);
    assert.deepEqual(patched.compute('fp_sqr', [[a]]), [reduced(a * a)], `${a}^2`);
  }
});

test('so are products and squares in the quadratic extension', () => {
  const limbs = ((p >> 360n) << 360n) - 1n;
  const edges = [0n, 1n, limbs, p >> 1n, p - 1n, power(3n, 1000n, p)];
  const pairs = edges.flatMap((re) => edges.map((im) => [re, im]));
  for (const [a0, a1] of pairs) {
    for (const [b0, b1] of pairs)
      for (const over of [false, true]) {
        const [a, b] = [
          [a0, a1],
          [b0, b1],
        ];
        const expected = [a0 * b0 - a1 * b1, a0 * b1 + a1 * b0].map(reduced);
        assert.deepEqual(patched.compute('fp2_mul', [a, b], over), expected, `(${a})(${b})`);
      }
    const expected = [a0 * a0 - a1 * a1, 2n * a0 * a1].map(reduced);
    assert.deepEqual(patched.compute('fp2_sqr', [[a0, a1]]), expected, `(${a0}, ${a1})^2`);
  }
});

test('any 384 bits become the residue that BigInt says', () => {
  for (const integer of [R - 1n, R - 2n, R >> 1n, p, p + 1n, 2n * p - 1n, 2n * p, 9n * p + 7n, ...residues()])
    assert.equal(patched.residue(integer), ((integer % p) * R) % p, `${integer}`);
});

test('keys and signatures are the same bytes, verified by both and by noble-curves; a spoilt one is not', (t) => {
  const { longSignatures } = bls12_381;
  const text = (/** @type {string} */ words) => new TextEncoder().encode(words);
  const secrets = [1, 2, 3].map((n) => published.keygen(new Uint8Array(32).fill(n)));
  const message = text('products of 384 bits');
  const hashed = longSignatures.hash(message, DST);
  const signatures = secrets.map((secret) => {
    const [key, signature] = [published.publicKey(secret), published.sign(secret, message)];
    assert.deepEqual(patched.publicKey(secret), key);
    assert.deepEqual(patched.sign(secret, message), signature);
    assert.deepEqual(longSignatures.sign(hashed, secret.toReversed()).toBytes(true), signature);
    return { key, signature };
  });
  assert.deepEqual(patched.keygen(new Uint8Array(32).fill(1)), secrets[0]);
  assert.equal(new Set(signatures.map(({ signature }) => signature.join())).size, secrets.length);

  for (const one of [published, patched]) {
    const [first, second] = signatures;
    assert.equal(one.verify(first.key, first.signature, message), true);
    assert.equal(one.verify(first.key, second.signature, message), false, 'of another key');
    assert.equal(one.verify(first.key, first.signature, text('another message')), false);
    const key = one.aggregateKeys(signatures.map((it) => it.key));
    const signature = one.aggregate(signatures.map((it) => it.signature));
    assert.deepEqual(signature, longSignatures.aggregateSignatures(signatures.map((it) => it.signature)).toBytes(true));
    assert.equal(one.verify(key, signature, message), true, 'the sum of three');
    assert.equal(one.verify(key, first.signature, message), false, 'one of three');
  }

  // For people: nothing is asserted of it.
  const [{ key, signature }] = signatures;
  for (const [what, work] of /** @type {[string, (one: Program) => unknown][]} */ ([
    ['sign', (one) => one.sign(secrets[0], message)],
    ['verify', (one) => one.verify(key, signature, message)],
  ])) {
    const [before, now] = fastest([published, patched], work);
    t.diagnostic(
      `${what}: ${before.toFixed(2)} ms, patched ${now.toFixed(2)} ms, ${(before / now).toFixed(2)} as fast`,
    );
  }
});

/** @param {Program[]} programs @param {(one: Program) => unknown} work @returns {number[]} ms of the fastest of ten */
function fastest(programs, work) {
  const least = programs.map(() => Infinity);
  for (let round = 0; round < 10; round++)
    for (const [i, one] of programs.entries()) {
      const start = performance.now();
      work(one);
      least[i] = Math.min(least[i], performance.now() - start);
    }
  return least;
}
