/**
 * What a call of a WebAssembly module costs on Stylus: the module's own instructions, executed by whatever engine runs
 * this and counted block by block, times their prices. The counts are the same on every engine, and so is the ink.
 */

import { KIND, functionName, readBinary, signatureOf } from './binary.mjs';
import { readBlocks } from './blocks.mjs';
import { withCounters } from './counters.mjs';
import { InkError } from './error.mjs';
import { INK_PER_GAS } from './prices.mjs';
import { memoryGas, programStart } from './program-start.mjs';
import { refuse } from './refusals.mjs';

/** @typedef {import('./binary.mjs').Signature} Signature */
/** @typedef {import('./blocks.mjs').Histogram} Histogram */

/**
 * @typedef {object} InkReport of what was executed since the last reset
 * @property {number} ink of the instructions, without memory and program start
 * @property {number} gas that it is, not rounded
 * @property {number} blocks how many basic blocks were entered
 * @property {Record<string, { count: number, ink: number }>} byOpcode the dearest first; the headers of the blocks are
 *   the rest of the ink
 * @property {{ name: string, calls: number, ink: number }[]} byFunction the dearest first; what it calls is not in it
 * @property {{ pages: number, gas: number }} memory the pages that there are now, and what they cost one transaction
 * @property {import('./program-start.mjs').Start} start
 * @property {{ name: string, calls: number }[]} stubs the imports that were called and do nothing: not priced
 */

/**
 * @typedef {object} Stubs what is there in the place of a chain
 * @property {string[]} [stub] modules whose imports do nothing and give 0
 * @property {Uint8Array} [calldata] what `vm_hooks.read_args` writes
 */

/**
 * @typedef {object} Metered
 * @property {WebAssembly.Exports} exports the module's own
 * @property {WebAssembly.Memory | undefined} memory the module's, exported or not
 * @property {Map<string, Signature>} functions the exported ones, by their names
 * @property {() => void} reset forgets what was executed
 * @property {() => InkReport} report
 */

/** @typedef {number | bigint | undefined} Result of a call */

/** What may always be called: Stylus calls it before each `memory.grow`, and the pages are priced apart. */
const PAY = 'vm_hooks.pay_for_memory_grow';
/** The stub that does something: it writes the calldata to the pointer that it is given. */
const READ_ARGS = 'vm_hooks.read_args';

/**
 * Reads a module and executes nothing of it.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @throws {InkError} that names what Stylus refuses
 */
export async function inspect(bytes) {
  const binary = readBinary(bytes);
  const { blocks, bulk } = await readBlocks(binary);
  refuse(binary, blocks, bulk);
  /** @type {Map<string, Signature>} */
  const functions = new Map(
    binary.exports
      .filter(({ kind }) => kind === KIND.function)
      .map(({ name, index }) => [name, signatureOf(binary, index)]),
  );
  if (functions.size === 0) throw new InkError('the module exports no function.');
  return { binary, blocks, bulk, functions };
}

/**
 * Instantiates a module with a meter.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Stubs} [stubs]
 * @returns {Promise<Metered>}
 */
export async function meter(bytes, stubs = {}) {
  const { binary, blocks, bulk, functions } = await inspect(bytes);
  const metered = withCounters(binary, blocks, bulk);
  /** @type {Map<string, number>} */
  const stubbed = new Map();
  const host = hostOf(binary, stubs, stubbed, () => /** @type {WebAssembly.Memory} */ (memory));
  const { instance } = await WebAssembly.instantiate(metered.bytes, host).catch((error) => {
    throw new InkError(`the module cannot be instantiated: ${error.message}`);
  });

  const all = /** @type {Record<string, () => bigint[]>} */ (instance.exports);
  const counts = () => metered.counters.flatMap((name) => all[name]());
  const memory = /** @type {WebAssembly.Memory | undefined} */ (instance.exports[metered.memory]);
  const own = new Set(binary.exports.map(({ name }) => name));
  const start = programStart(binary);

  let before = counts();
  const reset = () => {
    before = counts();
    stubbed.clear();
  };
  return {
    exports: Object.fromEntries(Object.entries(instance.exports).filter(([name]) => own.has(name))),
    memory,
    functions,
    reset,
    report() {
      const since = counts().map((count, at) => Number(count - before[at]));
      /** @type {Histogram} */
      const byOpcode = new Map();
      const byFunction = binary.bodies.map((_, body) => ({
        name: functionName(binary, binary.imports.length + body),
        calls: 0,
        ink: 0,
      }));
      /** @type {Set<number>} */
      const seen = new Set();
      let executed = 0;
      blocks.forEach(({ body, ink, opcodes }, at) => {
        const times = since[at];
        executed += times;
        byFunction[body].ink += times * ink;
        // A function's first block is entered when it is called, and never again before it returns.
        if (!seen.has(body)) byFunction[body].calls = times;
        seen.add(body);
        for (const [name, { count, ink }] of opcodes) add(byOpcode, name, times * count, times * ink);
      });
      bulk.forEach(({ body, name, perByte }, at) => {
        const ink = since[blocks.length + at] * perByte;
        byFunction[body].ink += ink;
        add(byOpcode, name, 0, ink);
      });
      const ink = byFunction.reduce((sum, row) => sum + row.ink, 0);
      // Sums of whole numbers that end below this were exact all along.
      if (!Number.isSafeInteger(ink)) throw new InkError('the call takes more ink than a number can hold exactly.');
      const pages = memory ? memory.buffer.byteLength / 65_536 : 0;
      return {
        ink,
        gas: ink / INK_PER_GAS,
        blocks: executed,
        byOpcode: Object.fromEntries(
          [...byOpcode].filter(([, { count }]) => count > 0).sort(([, a], [, b]) => b.ink - a.ink),
        ),
        byFunction: byFunction.filter(({ calls }) => calls > 0).sort((a, b) => b.ink - a.ink),
        memory: { pages, gas: memoryGas(pages) },
        start,
        stubs: [...stubbed].map(([name, calls]) => ({ name, calls })),
      };
    },
  };
}

/** @param {Histogram} histogram @param {string} name @param {number} count @param {number} ink */
function add(histogram, name, count, ink) {
  const before = histogram.get(name) ?? { count: 0, ink: 0 };
  histogram.set(name, { count: before.count + count, ink: before.ink + ink });
}

/**
 * @param {import('./binary.mjs').Binary} binary
 * @param {Stubs} stubs
 * @param {Map<string, number>} stubbed how often which stub was called
 * @param {() => WebAssembly.Memory} memory
 * @returns {WebAssembly.Imports}
 */
function hostOf({ imports, types }, { stub = [], calldata = new Uint8Array() }, stubbed, memory) {
  const modules = new Set(imports.map(({ module }) => module));
  const unknown = stub.find((module) => !modules.has(module));
  if (unknown !== undefined)
    throw new InkError(
      `stub: nothing is imported from "${unknown}". The module imports from ${[...modules].join(', ') || 'nowhere'}.`,
    );
  // Without a prototype, whatever the names are.
  /** @type {WebAssembly.Imports} */
  const host = Object.create(null);
  for (const { module, name, type } of imports) {
    const full = `${module}.${name}`;
    const zero = types[type].results[0] === 'i64' ? 0n : 0;
    host[module] ??= Object.create(null);
    host[module][name] = (/** @type {(number | bigint)[]} */ ...args) => {
      if (full === PAY) return;
      if (!stub.includes(module))
        throw new InkError(
          `the import ${full} was called, and there is no host here that has it: --stub ${module} makes it do nothing.`,
        );
      stubbed.set(full, (stubbed.get(full) ?? 0) + 1);
      if (full === READ_ARGS) new Uint8Array(memory().buffer).set(calldata, Number(args[0]) >>> 0);
      return zero;
    };
  }
  return host;
}

/**
 * One call of a fresh instance.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{ call: string, args?: (number | bigint)[] } & Stubs} what the exported function, and integers for it: the
 *   length of the calldata, where there is some and they are not given
 * @returns {Promise<InkReport & { result: Result }>}
 */
export async function measureInk(bytes, { call, args, ...stubs }) {
  const { exports, functions, report } = await meter(bytes, stubs);
  const taken = argumentsOf(call, functions, args ?? (stubs.calldata ? [stubs.calldata.length] : []));
  const result = /** @type {(...args: (number | bigint)[]) => Result} */ (exports[call])(...taken);
  return { ...report(), result };
}

/** @param {string} name @param {Signature} signature */
const signatureText = (name, { params, results }) =>
  `${name}(${params.join(', ')})${results.length > 0 ? ` -> ${results.join(', ')}` : ''}`;

/** @param {Map<string, Signature>} functions */
export const functionsText = (functions) =>
  [...functions].map(([name, signature]) => signatureText(name, signature)).join(', ');

/**
 * @param {string} call
 * @param {Map<string, Signature>} functions
 * @param {(number | bigint)[]} args
 * @returns {(number | bigint)[]} as the function takes them
 */
function argumentsOf(call, functions, args) {
  const signature = functions.get(call);
  if (!signature) throw new InkError(`call: there is no "${call}". The module exports ${functionsText(functions)}.`);
  const { params } = signature;
  if (args.length !== params.length)
    throw new InkError(`args: ${signatureText(call, signature)} takes ${params.length}, and ${args.length} are given.`);
  return args.map((value, at) => {
    const type = params[at];
    const bits = type === 'i64' ? 64 : 32;
    const [least, most] = [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits) - 1n];
    if ((typeof value === 'number' && !Number.isSafeInteger(value)) || value < least || value > most)
      throw new InkError(`args: the ${type} of ${call} at place ${at + 1} is from ${least} to ${most}, not ${value}.`);
    return bits === 64 ? BigInt(value) : Number(value);
  });
}
