/**
 * What Stylus charges for WebAssembly, as data.
 *
 * Source: OffchainLabs/nitro on GitHub, read on 2026-11-22; the first twelve digits of each file's commit:
 * - crates/prover/src/programs/meter.rs (03e9a013d52b): every instruction's price, `pricing_v1`;
 * - crates/prover/src/programs/config.rs (05a8012c0b9e): the block's header and the price of a copied byte, the same
 *   in the Stylus versions 1 to 3;
 * - crates/prover/src/programs/memory.rs (20b838af87b4): the pages of memory;
 * - crates/prover/src/binary.rs (06b1efa1cb46) and arbos/programs/programs.go (0019f5b657c2): the program's start;
 * - arbos/programs/params.go (015243bc1200): what a chain begins with, and its owner may set otherwise. Of the
 *   parameters here that is the price of ink, the free pages, a page's gas and the bases of a program's start.
 */

/**
 * @typedef {object} Price
 * @property {string} name of the instruction in the text format
 * @property {string} group of instructions, for a report
 * @property {number} ink
 */

/** Ink that one gas buys. */
export const INK_PER_GAS = 10_000;

/** The check at the head of every basic block that there is ink left for it. */
export const BLOCK_HEADER = 2450;

/** More for a `br_table`, for each of its targets but the default one. */
export const TABLE_TARGET = 325;

/** More for a `call_indirect`, for each parameter of the type that it calls. */
export const INDIRECT_PARAMETER = 650;

/** More for a `memory.copy` or a `memory.fill`, for each byte. */
export const BULK_BYTE = 100;

/**
 * Group, ink, first opcode, and the instructions that have the opcodes from there. Those with a prefix have it as the
 * higher half. What is not here, Stylus refuses: floats, SIMD, atomics, references, tail calls and exceptions.
 *
 * @type {[group: string, ink: number, opcode: number, names: string][]}
 */
const TABLE = [
  ['control', 1, 0x00, 'unreachable nop block loop'],
  ['branches', 765, 0x04, 'if'],
  ['control', 1, 0x05, 'else'],
  ['control', 1, 0x0b, 'end'],
  ['branches', 765, 0x0c, 'br br_if'],
  ['branches', 2400, 0x0e, 'br_table'],
  ['control', 1, 0x0f, 'return'],
  ['calls', 3800, 0x10, 'call'],
  ['calls', 13_610, 0x11, 'call_indirect'],
  ['drop and select', 9, 0x1a, 'drop'],
  ['drop and select', 1250, 0x1b, 'select'],
  ['locals', 75, 0x20, 'local.get'],
  ['locals', 210, 0x21, 'local.set'],
  ['locals', 75, 0x22, 'local.tee'],
  ['globals', 225, 0x23, 'global.get'],
  ['globals', 575, 0x24, 'global.set'],
  ['loads', 670, 0x28, 'i32.load'],
  ['loads', 680, 0x29, 'i64.load'],
  ['loads', 670, 0x2c, 'i32.load8_s i32.load8_u i32.load16_s i32.load16_u'],
  ['loads', 680, 0x30, 'i64.load8_s i64.load8_u i64.load16_s i64.load16_u i64.load32_s i64.load32_u'],
  ['stores', 825, 0x36, 'i32.store'],
  ['stores', 950, 0x37, 'i64.store'],
  ['stores', 825, 0x3a, 'i32.store8 i32.store16'],
  ['stores', 950, 0x3c, 'i64.store8 i64.store16 i64.store32'],
  ['memory', 3000, 0x3f, 'memory.size'],
  // Beside its pages, which the memory's model prices.
  ['memory', 8050, 0x40, 'memory.grow'],
  ['memory', 950, 0xfc_000a, 'memory.copy memory.fill'],
  ['constants', 1, 0x41, 'i32.const i64.const'],
  [
    'comparisons',
    170,
    0x45,
    'i32.eqz i32.eq i32.ne i32.lt_s i32.lt_u i32.gt_s i32.gt_u i32.le_s i32.le_u i32.ge_s i32.ge_u',
  ],
  [
    'comparisons',
    225,
    0x50,
    'i64.eqz i64.eq i64.ne i64.lt_s i64.lt_u i64.gt_s i64.gt_u i64.le_s i64.le_u i64.ge_s i64.ge_u',
  ],
  ['bit counts', 210, 0x67, 'i32.clz i32.ctz'],
  ['bit counts', 2650, 0x69, 'i32.popcnt'],
  ['additions', 70, 0x6a, 'i32.add i32.sub'],
  ['multiplications', 160, 0x6c, 'i32.mul'],
  ['divisions', 1120, 0x6d, 'i32.div_s i32.div_u i32.rem_s i32.rem_u'],
  ['logic and shifts', 70, 0x71, 'i32.and i32.or i32.xor i32.shl i32.shr_s i32.shr_u i32.rotl i32.rotr'],
  ['bit counts', 210, 0x79, 'i64.clz i64.ctz'],
  ['bit counts', 6000, 0x7b, 'i64.popcnt'],
  ['additions', 100, 0x7c, 'i64.add i64.sub'],
  ['multiplications', 160, 0x7e, 'i64.mul'],
  ['divisions', 1270, 0x7f, 'i64.div_s i64.div_u i64.rem_s i64.rem_u'],
  ['logic and shifts', 100, 0x83, 'i64.and i64.or i64.xor i64.shl i64.shr_s i64.shr_u i64.rotl i64.rotr'],
  ['conversions', 100, 0xa7, 'i32.wrap_i64'],
  ['conversions', 100, 0xac, 'i64.extend_i32_s i64.extend_i32_u'],
  ['conversions', 100, 0xc0, 'i32.extend8_s i32.extend16_s i64.extend8_s i64.extend16_s i64.extend32_s'],
];

/** By opcode. @type {ReadonlyMap<number, Price>} */
export const PRICES = new Map(
  TABLE.flatMap(([group, ink, opcode, names]) =>
    names.split(' ').map((name, at) => /** @type {const} */ ([opcode + at, { name, group, ink }])),
  ),
);

/** The group of each instruction, by its name. @type {ReadonlyMap<string, string>} */
export const GROUPS = new Map([...PRICES.values()].map(({ name, group }) => [name, group]));

/** A transaction's first pages cost nothing. The others cost this each, and what the curve has risen. */
export const MEMORY = {
  freePages: 2,
  pageGas: 1000,
  /** Gas by pages, from 0 to the 128 that a program may have: powers of a number whose 128th power is 31,874,000. */
  curve: [
    1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 9, 11, 12, 14, 17, 19, 22, 25, 29, 33, 38, 43, 50, 57, 65, 75,
    85, 98, 112, 128, 147, 168, 193, 221, 253, 289, 331, 379, 434, 497, 569, 651, 745, 853, 976, 1117, 1279, 1463, 1675,
    1917, 2194, 2511, 2874, 3290, 3765, 4309, 4932, 5645, 6461, 7395, 8464, 9687, 11087, 12689, 14523, 16621, 19024,
    21773, 24919, 28521, 32642, 37359, 42758, 48938, 56010, 64104, 73368, 83971, 96106, 109994, 125890, 144082, 164904,
    188735, 216010, 247226, 282953, 323844, 370643, 424206, 485509, 555672, 635973, 727880, 833067, 953456, 1091243,
    1248941, 1429429, 1636000, 1872423, 2143012, 2452704, 2807151, 3212820, 3677113, 4208502, 4816684, 5512756, 6309419,
    7221210, 8264766, 9459129, 10826093, 12390601, 14181199, 16230562, 18576084, 21260563, 24332984, 27849408, 31873999,
  ],
};

/**
 * Gas for a program's start since Stylus version 2: every call pays `cached`, and `uncached` besides unless the program
 * is in the chain's cache. Each term is a count of the module times its fraction, rounded down.
 */
export const START = {
  cached: {
    base: 11 * 32,
    terms: {
      functions: [13_420, 100_000],
      values: [89, 100_000],
      bytes: [122, 100_000],
      globals: [1628, 1000],
      segments: [75_244, 100_000],
      pages: [5, 1],
    },
  },
  uncached: {
    base: 69 * 128,
    terms: { functions: [8252, 1000], values: [1059, 1000], bytes: [1286, 10_000] },
  },
  /** The globals that Stylus adds before it counts: ink left, its status, a scratch one and the stack that is left. */
  addedGlobals: 4,
};
