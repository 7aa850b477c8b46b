/**
 * One round without JavaScript: processes of the programs in standalone/, one for each build of the kernels and for
 * what else is timed, get their turns from here, and every product and checksum is held against BigInt here.
 */

import { execa } from 'execa';
import { fieldOf } from '../oracle/field.mjs';
import { edgeValues } from '../oracle/vectors.mjs';
import { modelOf } from '../models/index.mjs';

/** @typedef {import('./plan.mjs').SessionPlan} SessionPlan */
/** @typedef {import('./session.mjs').SessionEvent} SessionEvent */

/** @typedef {import('../oracle/field.mjs').Field} Field */
/**
 * @typedef {{ n: number, checksum: string }} Call of a batch loop: n products, and the bytes of
 *   their checksum as hexadecimal digits
 * @typedef {{ type: 'progress', stage: 'verify' | 'warm up', row: number }
 *   | { type: 'error', row: number, message: string, unsupported: boolean }
 *   | { type: 'products', row: number, value: number, converted: string, products: string[] }
 *   | { type: 'batch', row: number, calls: Call[] }
 *   | { type: 'floor', clockStepNs: number, fused: boolean | null }
 *   | { type: 'sample', row: number, n: number, ns: number, calls: Call[] }} ProgramEvent
 *   row is an index in the process's share of the plan; products are those of one of the plan's values with each of
 *   them, and it itself, converted there and back, by the product of this row and of all of the same kernel; fused is
 *   null where no kernel needs it
 */

/** Seed of the short batches of the verification, as the program has it. */
const VERIFY_SEED = 0x5eedn;

/** A round: its rows, the processes that have them, and what is known of them. */
export class StandaloneRound {
  /** @type {Process[]} */
  #processes = [];
  /** @type {Set<number>} */
  #failed = new Set();
  /** @type {Map<string, string>} */
  #expected = new Map();
  #clockStepNs = 0;

  /**
   * @param {SessionPlan} plan
   * @param {(event: SessionEvent) => void} emit
   */
  constructor(plan, emit) {
    this.plan = plan;
    this.emit = emit;
  }

  /**
   * The row will not be timed, or no longer. The first reason is told.
   *
   * @param {number} index
   * @param {string} message
   * @param {boolean} [unsupported] whether the engine lacks what the row needs, and nothing is broken
   */
  fail(index, message, unsupported = false) {
    if (this.#failed.has(index)) return;
    this.#failed.add(index);
    const { kernel, model } = this.plan.rows[index];
    this.emit({ type: 'error', kernel, model, message, ...(unsupported && { unsupported }) });
  }

  /**
   * Starts a process and waits until it is warm. When it does not even begin, its rows have failed.
   *
   * @param {[string, ...string[]]} command
   * @param {object} options
   * @param {number[]} options.rows of the plan that it has
   * @param {Record<string, string>} [options.env] on top of this process's
   * @param {AbortSignal} [options.signal]
   * @returns {Promise<void>} rejects when the process ends later
   */
  async start(command, { rows: share, env, signal }) {
    const process = new Process(command, { share, env, signal });
    this.#processes.push(process);
    const rows = share.map((index) => this.plan.rows[index]);
    const { values } = vectorsOf(fieldOf(rows[0].field));
    process.send(JSON.stringify({ ...this.plan, rows, passes: [], values }));
    /** By kernel, the values whose products were right. @type {Map<string, Set<number>>} */
    const right = new Map();
    /** Those of its kernel. @param {number} row */
    const alike = (row) => share.filter((_, i) => rows[i].of === rows[row].of);
    for (let begun = false; ; begun = true) {
      const event = await process.next();
      if (event === null) {
        const { killed, reason } = await process.death();
        if (begun || killed) throw new Error(reason);
        for (const index of share)
          this.fail(index, `the ${this.plan.rows[index].build} program does not run: ${reason}`);
        return;
      }
      if (event.type === 'floor') {
        for (const [i, index] of share.entries())
          if (right.get(rows[i].of)?.size !== values.length) this.fail(index, 'its products were not all shown');
        this.#clockStepNs = Math.max(this.#clockStepNs, event.clockStepNs);
        return;
      }
      const index = share[event.row];
      if (event.type === 'error') this.fail(index, event.message, event.unsupported);
      // Products are a sign of life, too: an interpreter shows them for a minute.
      if (event.type === 'progress' || event.type === 'products') {
        const { kernel } = this.plan.rows[index];
        const stage = event.type === 'products' ? 'verify' : event.stage;
        this.emit({ type: 'progress', stage, what: kernel, done: index, total: this.plan.rows.length });
      }
      if (event.type === 'products') {
        const { of, field } = rows[event.row];
        const wrong = wrongProduct(fieldOf(field), event);
        if (wrong === null) right.set(of, (right.get(of) ?? new Set()).add(event.value));
        else for (const each of alike(event.row)) this.fail(each, wrong);
      }
      if (event.type === 'batch') {
        const wrong = this.#wrong(index, VERIFY_SEED, event.calls);
        if (wrong !== null) this.fail(index, wrong);
      }
    }
  }

  /** All passes of the plan, and the end of the processes; rejects when one ends before. */
  async take() {
    if (this.#clockStepNs > 0) this.emit({ type: 'floor', clockStepNs: this.#clockStepNs, noopNs: null });
    const { rows, passes, operandSeed } = this.plan;
    const indices = passes.flat();
    let order = 0;
    for (const [done, index] of indices.entries()) {
      if (this.#failed.has(index)) continue;
      const { kernel, model } = rows[index];
      this.emit({ type: 'progress', stage: 'measure', what: `${kernel} ${model}`, done, total: indices.length });
      const process = /** @type {Process} */ (this.#processes.find(({ share }) => share.includes(index)));
      process.send(String(process.share.indexOf(index)));
      const event = await process.next();
      if (event === null) throw new Error((await process.death()).reason);
      if (event.type === 'error') this.fail(index, event.message);
      if (event.type !== 'sample') continue;
      const { n, ns, calls } = event;
      const wrong = this.#wrong(index, BigInt(operandSeed), calls, n);
      this.emit({ type: 'sample', kernel, model, order: order++, n, ns, check: wrong === null });
      if (wrong !== null) this.fail(index, wrong);
    }
  }

  /** Ends the processes, whatever they do, and waits until they are gone: nothing may run beside the next round. */
  async stop() {
    await Promise.all(this.#processes.map((process) => process.kill()));
  }

  /**
   * @param {number} index
   * @param {bigint} seed
   * @param {Call[]} calls
   * @param {number} [n] products of a timed batch, of which these must be the calls
   * @returns {string | null} what is wrong with them
   */
  #wrong(index, seed, calls, n) {
    const { model, lanes, work, ...row } = this.plan.rows[index];
    const field = fieldOf(row.field);
    if (n !== undefined) {
      const { cases } = this.plan;
      const counts = [n >= cases ? cases : 0, n % cases]
        .filter((count) => count > 0)
        .map((count) => Math.round(work * count));
      const made = calls.map((call) => call.n);
      if (made.join() !== counts.join()) return `WRONG PRODUCT: a batch of ${n} was calls of ${made}, not of ${counts}`;
    }
    for (const { n: count, checksum } of calls) {
      const key = `${field.id} ${model} ${lanes} ${seed} ${count}`;
      let expected = this.#expected.get(key);
      if (expected === undefined) {
        const { loop } = modelOf(model);
        if (!loop) throw new RangeError(`model: "${model}" does not loop inside a module`);
        const value = loop.closedForm(field, seed, count, lanes);
        this.#expected.set(key, (expected = digitsOf(field, value)));
      }
      if (checksum !== expected)
        return `WRONG PRODUCT: ${model} of ${count} with seed ${seed} gave the bytes ${checksum}, not ${expected}`;
    }
    return null;
  }
}

/**
 * @typedef {object} Vectors as hexadecimal digits of their bytes
 * @property {string[]} values at which multipliers break
 * @property {string[][]} products of each with each
 */

/** By field, for every round of this process. @type {Map<string, Vectors>} */
const VECTORS = new Map();

/** @param {Field} field @returns {Vectors} */
function vectorsOf(field) {
  const known = VECTORS.get(field.id);
  if (known) return known;
  const values = edgeValues(field);
  const digits = (/** @type {bigint} */ x) => digitsOf(field, x);
  const products = values.map((x) => values.map((y) => digits(field.mul(x, y))));
  const vectors = { values: values.map(digits), products };
  VECTORS.set(field.id, vectors);
  return vectors;
}

/** @param {Field} field @param {bigint} value */
const digitsOf = (field, value) => Buffer.from(field.toBytes(value)).toString('hex');

/**
 * @param {Field} field
 * @param {Extract<ProgramEvent, { type: 'products' }>} event
 * @returns {string | null} the first that is wrong of what a kernel made of a value
 */
function wrongProduct(field, { value, converted, products }) {
  const { values, products: expected } = vectorsOf(field);
  const hex = (/** @type {string} */ digits) =>
    `0x${BigInt(`0x${Buffer.from(digits, 'hex').reverse().toString('hex')}`).toString(16)}`;
  if (converted !== values[value]) return `WRONG CONVERSION: ${hex(values[value])} came back as ${hex(converted)}`;
  const at = values.findIndex((_, i) => products[i] !== expected[value][i]);
  if (at === -1) return null;
  const [a, b, got, right] = [values[value], values[at], products[at] ?? '', expected[value][at]].map(hex);
  return `WRONG PRODUCT: ${a} * ${b} gave ${got}, not ${right}`;
}

/**
 * What a program says of where it runs.
 *
 * @param {[string, ...string[]]} command
 * @param {{ env?: Record<string, string>, signal?: AbortSignal }} [options] env: on top of this process's
 * @returns {Promise<{ clockStepNs: number | null, fused: boolean | null }>} nulls when it does not run
 */
export async function askProgram(command, { env, signal } = {}) {
  const process = new Process(command, { share: [], env, signal });
  process.send(JSON.stringify({ cases: 1, operandSeed: '0', rows: [], values: [] }));
  const event = await process.next();
  await process.death();
  return event?.type === 'floor' ? event : { clockStepNs: null, fused: null };
}

/** A process of the program, in lines of JSON. */
class Process {
  /**
   * @param {[string, ...string[]]} command
   * @param {{ share: number[], env?: Record<string, string>, signal?: AbortSignal }} options
   */
  constructor([file, ...args], { share, env, signal }) {
    this.share = share;
    this.child = execa(file, args, { env, cancelSignal: signal, buffer: { stdout: false }, reject: false });
    // Whoever writes to a process that is gone learns it from the answer that does not come.
    this.child.stdin.on('error', () => {});
    this.lines = this.child[Symbol.asyncIterator]();
  }

  /** @param {string} line */
  send(line) {
    this.child.stdin.write(`${line}\n`);
  }

  /** @returns {Promise<ProgramEvent | null>} null when there are no more */
  async next() {
    const { value, done } = await this.lines.next();
    if (done) return null;
    try {
      return JSON.parse(String(value));
    } catch {
      // A process that dies while it writes leaves half a line; its death is the error to report.
      return null;
    }
  }

  /** @returns {Promise<{ killed: boolean, reason: string }>} of a process that says nothing more */
  async death() {
    this.child.stdin.end();
    const { signal, exitCode, stderr, shortMessage = 'the process did not start' } = await this.child;
    if (signal) return { killed: true, reason: `the process was ended by ${signal}` };
    if (exitCode === undefined) return { killed: false, reason: shortMessage };
    const said = stderr.trim().split('\n').slice(0, 8);
    return { killed: false, reason: `the process ended with exit code ${exitCode}: ${said.join('\n')}` };
  }

  /** One that does not listen is killed after some seconds. */
  async kill() {
    this.child.kill();
    await this.child;
  }
}
