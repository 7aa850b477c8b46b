/**
 * Puts counters into a module: a global for each basic block, which counts how often it is entered, and one for each
 * instruction that is paid by the byte, which adds the bytes up. Functions that are added behind the module's own give
 * the counters, many at a time: an engine takes fewer exports than globals. Custom sections are left out. All other
 * bytes stay as they are, but for the lengths and numbers around what is put in.
 */

import { HEAD, unsignedBytes } from '../emit/byte-reader.mjs';
import { KIND, SECTION, entriesOf } from './binary.mjs';

/** @typedef {import('./binary.mjs').Binary} Binary */
/** @typedef {import('./blocks.mjs').Block} Block */
/** @typedef {import('./blocks.mjs').Bulk} Bulk */

/** Counters that one function gives: no engine takes a function of more results. */
const GIVEN = 1000;

const END = 0x0b;
const I64 = 0x7e;
const GLOBAL_GET = 0x23;
const GLOBAL_SET = 0x24;
const I64_CONST = 0x42;
const I64_ADD = 0x7c;
const I64_EXTEND_I32_U = 0xad;
/** Mutable, and zero. */
const I64_GLOBAL = [I64, 0x01, I64_CONST, 0x00, END];
const I32_GLOBAL = [0x7f, 0x01, 0x41, 0x00, END];

/** @param {ArrayLike<number>[]} parts @returns {Uint8Array<ArrayBuffer>} */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {Binary} binary which exports something
 * @param {Block[]} blocks
 * @param {Bulk[]} bulk
 * @returns {{ bytes: Uint8Array<ArrayBuffer>, counters: string[], memory: string }} the module, and the names under
 *   which it exports its memory and the functions that give the counters, those of the blocks first
 */
export function withCounters(binary, blocks, bulk) {
  const { bytes, sections, types, imports, bodies, globals, pages, exports } = binary;
  const bulkGlobal = globals + blocks.length;
  const givers = Math.ceil((blocks.length + bulk.length) / GIVEN);
  const scratch = globals + givers * GIVEN;
  let prefix = 'ink:';
  while (exports.some(({ name }) => name.startsWith(prefix))) prefix += ':';
  const counters = Array.from({ length: givers }, (_, at) => `${prefix}${at}`);
  const memory = `${prefix}memory`;

  /** What comes before which byte, function by function. @type {{ at: number, code: number[] }[][]} */
  const insertions = bodies.map(() => []);
  blocks.forEach(({ body, at }, i) => insertions[body].push({ at, code: countOne(globals + i) }));
  bulk.forEach(({ body, at }, i) => insertions[body].push({ at, code: addOperand(bulkGlobal + i, scratch) }));

  /** @param {number} from @param {number} end @param {{ at: number, code: number[] }[]} inserted */
  const spliced = (from, end, inserted) => {
    const parts = [];
    let done = from;
    // Of two at one place the first one is the block's: sorting keeps their order.
    for (const { at, code } of inserted.toSorted((a, b) => a.at - b.at)) {
      parts.push(bytes.subarray(done, at), code);
      done = at;
    }
    return joined([...parts, bytes.subarray(done, end)]);
  };
  /** @param {number} id @param {ArrayLike<number>[]} contents */
  const section = (id, contents) => {
    const whole = joined(contents);
    return joined([[id], unsignedBytes(whole.length), whole]);
  };
  /** @param {import('./binary.mjs').Section | undefined} old @param {number} id @param {ArrayLike<number>[]} entries */
  const longer = (old, id, entries) => {
    const [count, contents] = old ? entriesOf(bytes, old) : [0, []];
    return section(id, [unsignedBytes(count + entries.length), contents, ...entries]);
  };
  /** @param {ArrayLike<number>} body */
  const sized = (body) => joined([unsignedBytes(body.length), body]);

  const type = [0x60, 0, ...unsignedBytes(GIVEN), ...Array(GIVEN).fill(I64)];
  const globalEntries = [...Array(givers * GIVEN).fill(I64_GLOBAL), I32_GLOBAL];
  const exportEntries = [
    ...counters.map((name, at) => exportEntry(name, KIND.function, imports.length + bodies.length + at)),
    ...(pages === undefined ? [] : [exportEntry(memory, KIND.memory, 0)]),
  ];
  /** Code without locals. @param {number} at */
  const giver = (at) => [
    0,
    ...Array.from({ length: GIVEN }, (_, i) => [GLOBAL_GET, ...unsignedBytes(globals + at * GIVEN + i)]).flat(),
    END,
  ];
  const parts = sections.flatMap((old) => {
    switch (old.id) {
      case SECTION.custom:
        return [];
      case SECTION.type:
        return [longer(old, SECTION.type, [type])];
      case SECTION.function:
        return [longer(old, SECTION.function, Array(givers).fill(unsignedBytes(types.length)))];
      case SECTION.global:
        return [longer(old, SECTION.global, globalEntries)];
      case SECTION.export:
        return [
          // The place of globals, in a module that has none.
          ...(sections.some(({ id }) => id === SECTION.global)
            ? []
            : [longer(undefined, SECTION.global, globalEntries)]),
          longer(old, SECTION.export, exportEntries),
        ];
      case SECTION.code: {
        const written = bodies.map(({ start, end }, at) => spliced(start, end, insertions[at]));
        return [longer(undefined, SECTION.code, [...written, ...counters.map((_, at) => giver(at))].map(sized))];
      }
      default:
        return [bytes.subarray(old.start, old.end)];
    }
  });
  return { bytes: joined([bytes.subarray(0, HEAD), ...parts]), counters, memory };
}

/** @param {number} counter @returns {number[]} code that needs and leaves nothing on the stack */
const countOne = (counter) => [
  ...[GLOBAL_GET, ...unsignedBytes(counter)],
  ...[I64_CONST, 1],
  I64_ADD,
  ...[GLOBAL_SET, ...unsignedBytes(counter)],
];

/** @param {number} counter @param {number} scratch @returns {number[]} code that leaves the i32 on the stack's top */
const addOperand = (counter, scratch) => [
  ...[GLOBAL_SET, ...unsignedBytes(scratch)],
  ...[GLOBAL_GET, ...unsignedBytes(counter)],
  ...[GLOBAL_GET, ...unsignedBytes(scratch)],
  I64_EXTEND_I32_U,
  I64_ADD,
  ...[GLOBAL_SET, ...unsignedBytes(counter)],
  ...[GLOBAL_GET, ...unsignedBytes(scratch)],
];

/** @param {string} name @param {number} kind @param {number} index */
function exportEntry(name, kind, index) {
  const letters = new TextEncoder().encode(name);
  return [...unsignedBytes(letters.length), ...letters, kind, ...unsignedBytes(index)];
}
