/**
 * One round without JavaScript: processes of the program standalone/session, one for each build of
 * the kernels, get their turns from here, and every checksum is held against BigInt here.
 */

import { execa } from 'execa';
import { FQ } from '../oracle/field.mjs';
import { modelOf } from '../models/index.mjs';

/** @typedef {import('./plan.mjs').SessionPlan} SessionPlan */
/** @typedef {import('./session.mjs').SessionEvent} SessionEvent */

/**
 * @typedef {{ n: number, checksum: string }} Call of a batch loop: n products, and the bytes of
 *   their checksum as hexadecimal digits
 * @typedef {{ type: 'progress', stage: 'verify' | 'warm up', row: number }
 *   | { type: 'error', row: number, message: string, unsupported: boolean }
 *   | { type: 'batch', row: number, calls: Call[] }
 *   | { type: 'floor', clockStepNs: number, fused: boolean | null }
 *   | { type: 'sample', row: number, n: number, ns: number, calls: Call[] }} ProgramEvent
 *   row is an index in the process's share of the plan; fused is null where no kernel needs it
 */

/** Seed of the short batches of the verification, as the program has it. */
const VERIFY_SEED = 0x5eedn;

/** A round: its rows, the processes that have them, and what is known of them. */
export class Turns {
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
    process.send(JSON.stringify({ ...this.plan, rows, passes: [] }));
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
        this.#clockStepNs = Math.max(this.#clockStepNs, event.clockStepNs);
        return;
      }
      const index = share[event.row];
      if (event.type === 'error') this.fail(index, event.message, event.unsupported);
      if (event.type === 'progress') {
        const { kernel } = this.plan.rows[index];
        this.emit({ type: 'progress', stage: event.stage, what: kernel, done: index, total: this.plan.rows.length });
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
    const { model, lanes, work } = this.plan.rows[index];
    if (n !== undefined) {
      const { cases } = this.plan;
      const counts = [n >= cases ? cases : 0, n % cases]
        .filter((count) => count > 0)
        .map((count) => Math.round(work * count));
      const made = calls.map((call) => call.n);
      if (made.join() !== counts.join()) return `WRONG PRODUCT: a batch of ${n} was calls of ${made}, not of ${counts}`;
    }
    for (const { n: count, checksum } of calls) {
      const key = `${model} ${lanes} ${seed} ${count}`;
      let expected = this.#expected.get(key);
      if (expected === undefined) {
        const { loop } = modelOf(model);
        if (!loop) throw new RangeError(`model: "${model}" does not loop inside a module`);
        const value = loop.closedForm(FQ, seed, count, lanes);
        this.#expected.set(key, (expected = Buffer.from(FQ.toBytes(value)).toString('hex')));
      }
      if (checksum !== expected)
        return `WRONG PRODUCT: ${model} of ${count} with seed ${seed} gave the bytes ${checksum}, not ${expected}`;
    }
    return null;
  }
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
  process.send(JSON.stringify({ cases: 1, operandSeed: '0', rows: [] }));
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
