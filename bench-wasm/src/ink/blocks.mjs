/**
 * The basic blocks of a module as the meter of Stylus cuts them, and what each costs. A block runs from its first
 * instruction to its last one: nothing jumps into it, and nothing but a trap leaves it before its end. So what was
 * executed follows from how often each block was entered.
 */

import { Cursor, functionName, hex } from './binary.mjs';
import { InkError } from './error.mjs';
import { BLOCK_HEADER, BULK_BYTE, GROUPS, INDIRECT_PARAMETER, PRICES, TABLE_TARGET } from './prices.mjs';
import { firstInstruction } from './text.mjs';

/** @typedef {import('./binary.mjs').Binary} Binary */
/** @typedef {Map<string, { count: number, ink: number }>} Histogram by instruction */

/**
 * @typedef {object} Block
 * @property {number} body the function that it is in, among those that are not imported
 * @property {number} at where its first instruction is in the module's bytes
 * @property {number} ink of one execution, header included
 * @property {Histogram} opcodes
 */

/**
 * An instruction whose price depends on a number that it takes from the stack's top.
 * @typedef {object} Bulk
 * @property {number} body
 * @property {number} at
 * @property {string} name
 * @property {number} perByte ink
 */

/** What a block ends with. `unreachable` is not among it. */
const LAST = new Set(['end', 'else', 'return', 'loop', 'br', 'br_if', 'br_table', 'if', 'call', 'call_indirect']);

/** The first bytes of opcodes that go on in a number. */
const PREFIXES = new Set([0xfb, 0xfc, 0xfd, 0xfe]);

/** How many numbers follow the opcode. A block's type is one, too, whatever it is. */
const IMMEDIATES = new Map(
  [...GROUPS.keys()].map((name) => {
    if (/load|store|^memory\.copy$|^call_indirect$/.test(name)) return [name, 2];
    if (/^(local|global)\.|const$|^memory\.|^(block|loop|if|br|br_if|call)$/.test(name)) return [name, 1];
    return [name, 0];
  }),
);

/**
 * @param {Binary} binary
 * @returns {Promise<{ blocks: Block[], bulk: Bulk[] }>} in the order of the bytes
 */
export async function readBlocks(binary) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Bulk[]} */
  const bulk = [];
  for (const [body, { from, end }] of binary.bodies.entries()) {
    const cursor = new Cursor(binary.bytes, from, end);
    let block = emptyBlock(body, from);
    while (cursor.at < end) {
      const { at } = cursor;
      const opcode = readOpcode(cursor);
      const price = PRICES.get(opcode);
      if (!price) throw await refusal(binary, body, opcode);
      const { name } = price;
      const ink = price.ink + readImmediates(cursor, name, binary);
      if (name === 'memory.copy' || name === 'memory.fill') bulk.push({ body, at, name, perByte: BULK_BYTE });
      const { count, ink: before } = block.opcodes.get(name) ?? { count: 0, ink: 0 };
      block.opcodes.set(name, { count: count + 1, ink: before + ink });
      block.ink += ink;
      if (!LAST.has(name)) continue;
      blocks.push(block);
      block = emptyBlock(body, cursor.at);
    }
  }
  return { blocks, bulk };
}

/** @param {number} body @param {number} at @returns {Block} */
const emptyBlock = (body, at) => ({ body, at, ink: BLOCK_HEADER, opcodes: new Map() });

/** @param {Cursor} cursor */
function readOpcode(cursor) {
  const byte = cursor.byte();
  return PREFIXES.has(byte) ? byte * 2 ** 16 + cursor.unsigned() : byte;
}

/** @param {Cursor} cursor @param {string} name @param {Binary} binary @returns {number} ink that they add */
function readImmediates(cursor, name, { types }) {
  if (name === 'br_table') {
    const targets = cursor.unsigned();
    cursor.skip(targets + 1); // The default target stands behind the others.
    return TABLE_TARGET * targets;
  }
  if (name === 'call_indirect') {
    const type = cursor.unsigned();
    cursor.skip(); // The table.
    if (type >= types.length) throw new InkError(`call_indirect of type ${type}: the module has ${types.length}.`);
    return INDIRECT_PARAMETER * types[type].params.length;
  }
  cursor.skip(IMMEDIATES.get(name));
  return 0;
}

/** @param {Binary} binary @param {number} body @param {number} opcode */
async function refusal(binary, body, opcode) {
  const index = binary.imports.length + body;
  const name = await firstInstruction(binary.deployed, index, (name) => !GROUPS.has(name));
  const bytes = opcode < 0x100 ? hex(opcode) : `${hex(opcode >>> 16)} ${hex(opcode & 0xffff)}`;
  return new InkError(
    `Stylus refuses the instruction ${name ?? bytes} in ${functionName(binary, index)}: it has no price for floats, ` +
      'SIMD, atomics, references, tail calls and exceptions.',
  );
}
