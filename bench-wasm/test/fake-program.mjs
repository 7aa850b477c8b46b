/**
 * The session program in JavaScript, which does nothing but its conversation. Its argument is how
 * it misbehaves.
 */

import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { modelOf } from '../src/models/index.mjs';
import { FQ } from '../src/oracle/field.mjs';

const [, , misbehaviour, file] = process.argv;
if (misbehaviour === 'refuse') {
  console.error('unknown opcode');
  process.exit(3);
}
// It takes its time to end, and is seen to be there meanwhile.
if (misbehaviour === 'linger') {
  writeFileSync(file, String(process.pid));
  process.on('SIGTERM', () => setTimeout(() => process.exit(), 300));
}
if (misbehaviour === 'hang') setInterval(() => {}, 1000);
const say = (/** @type {object} */ event) => console.log(JSON.stringify(event));
/** @param {any} row @param {bigint} seed @param {number} n */
const call = ({ model, lanes }, seed, n) => ({
  n,
  checksum: Buffer.from(FQ.toBytes(modelOf(model).loop?.closedForm(FQ, seed, n, lanes) ?? 0n)).toString('hex'),
});

/** @type {any} */
let plan;
let turns = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (misbehaviour === 'hang') continue;
  if (!plan) {
    plan = JSON.parse(line);
    say({ type: 'progress', stage: 'verify', row: 0 });
    /** @type {bigint[]} */
    const values = plan.values.map((/** @type {string} */ digits) => FQ.fromBytes(Buffer.from(digits, 'hex')));
    const digits = (/** @type {bigint} */ x) => Buffer.from(FQ.toBytes(x)).toString('hex');
    const kernels = new Map(plan.rows.map((/** @type {any} */ { of }, /** @type {number} */ row) => [of, row]));
    for (const row of kernels.values())
      for (const [value, x] of values.entries()) {
        if (misbehaviour === 'fewer products' && row === 1 && value > 9) break;
        const products = values.map((y) => digits(FQ.mul(x, y)));
        const [last] = products.slice(-1);
        if (misbehaviour === 'a wrong product' && row === 1 && value === 7)
          products[products.length - 1] = last.replace(/^../, last.startsWith('00') ? '01' : '00');
        const converted = misbehaviour === 'a wrong conversion' && row === 1 && value === 7 ? digits(0n) : digits(x);
        say({ type: 'products', row, value, converted, products });
      }
    for (const [row, it] of plan.rows.entries()) {
      const short = call(it, 0x5eedn, 3);
      if (misbehaviour === 'wrong short batch' && row === 1) short.checksum = short.checksum.replace(/^../, '00');
      say({ type: 'batch', row, calls: [short] });
    }
    say({ type: 'floor', clockStepNs: 40, fused: null });
    continue;
  }
  turns++;
  if (misbehaviour === 'die' && turns === 3) process.kill(process.pid, 'SIGKILL');
  const row = Number(line);
  const { cases, operandSeed } = plan;
  const timed = call(plan.rows[row], BigInt(operandSeed), Math.round(plan.rows[row].work * cases));
  if (misbehaviour === 'a wrong checksum' && row === 1) timed.checksum = timed.checksum.replace(/^../, '00');
  if (misbehaviour === 'less work' && row === 1)
    Object.assign(timed, call(plan.rows[row], BigInt(operandSeed), cases - 1));
  say({ type: 'sample', row, n: 2 * cases, ns: 2e6, calls: [timed] });
}
