/** `npm run ink`: what is expected is arithmetic over prices that are written here once more. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { readBinary } from '../src/ink/binary.mjs';
import { readBlocks } from '../src/ink/blocks.mjs';
import { InkError } from '../src/ink/error.mjs';
import { measureInk, meter } from '../src/ink/meter.mjs';
import { PRICES } from '../src/ink/prices.mjs';
import { memoryGas, programStart } from '../src/ink/program-start.mjs';
import { assemble } from '../src/ink/text.mjs';

const INK = fileURLToPath(new URL('../ink.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fqmul-ink-'));
after(() => rmSync(folder, { recursive: true }));

/** Instructions by their price. */
const BY_PRICE = {
  1: 'unreachable nop block loop else end return i32.const i64.const',
  9: 'drop',
  70: 'i32.add i32.sub i32.and i32.or i32.xor i32.shl i32.shr_s i32.shr_u i32.rotl i32.rotr',
  75: 'local.get local.tee',
  100:
    'i64.add i64.sub i64.and i64.or i64.xor i64.shl i64.shr_s i64.shr_u i64.rotl i64.rotr i32.wrap_i64 ' +
    'i64.extend_i32_s i64.extend_i32_u i32.extend8_s i32.extend16_s i64.extend8_s i64.extend16_s i64.extend32_s',
  160: 'i32.mul i64.mul',
  170: 'i32.eqz i32.eq i32.ne i32.lt_s i32.lt_u i32.gt_s i32.gt_u i32.le_s i32.le_u i32.ge_s i32.ge_u',
  210: 'local.set i32.clz i32.ctz i64.clz i64.ctz',
  225: 'global.get i64.eqz i64.eq i64.ne i64.lt_s i64.lt_u i64.gt_s i64.gt_u i64.le_s i64.le_u i64.ge_s i64.ge_u',
  575: 'global.set',
  670: 'i32.load i32.load8_s i32.load8_u i32.load16_s i32.load16_u',
  680: 'i64.load i64.load8_s i64.load8_u i64.load16_s i64.load16_u i64.load32_s i64.load32_u',
  765: 'br br_if if',
  825: 'i32.store i32.store8 i32.store16',
  950: 'i64.store i64.store8 i64.store16 i64.store32 memory.copy memory.fill',
  1120: 'i32.div_s i32.div_u i32.rem_s i32.rem_u',
  1250: 'select',
  1270: 'i64.div_s i64.div_u i64.rem_s i64.rem_u',
  2400: 'br_table',
  2650: 'i32.popcnt',
  3000: 'memory.size',
  3800: 'call',
  6000: 'i64.popcnt',
  8050: 'memory.grow',
  13_610: 'call_indirect',
};
const HEADER = 2450;
const TARGET = 325;
const PARAMETER = 650;
const BYTE = 100;

/** @type {Map<string, number>} */
const PRICE = new Map(
  Object.entries(BY_PRICE).flatMap(([ink, names]) => names.split(' ').map((name) => [name, Number(ink)])),
);
const ENDS = new Set(['end', 'else', 'return', 'loop', 'br', 'br_if', 'br_table', 'if', 'call', 'call_indirect']);

/** @param {string} names of executed instructions */
const priceOf = (names) => names.split(' ').reduce((sum, name) => sum + /** @type {number} */ (PRICE.get(name)), 0);
/** @param {...string} executed the instructions of each block that was entered */
const ink = (...executed) => executed.reduce((sum, names) => sum + HEADER + priceOf(names), 0);

/** @param {string} text of a module that exports f @param {...number} args */
const measure = async (text, ...args) => measureInk(await assemble(text), { call: 'f', args });

/**
 * A module of f(i32), written by hand: what a text would not become.
 *
 * @param {number[]} body
 * @param {number[]} [before] sections before that of its exports
 * @param {number[]} [elements]
 */
const handmade = (body, before = [], elements = []) =>
  Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 1, 0x7f, 0, 3, 2, 1, 0],
    ...[...before, 7, 5, 1, 1, 0x66, 0, 0, ...elements],
    ...[10, body.length + 3, 1, body.length + 1, 0, ...body],
  );

test('every instruction has the price of the table, and the opcode that wabt gives it', async () => {
  assert.deepEqual([...PRICES.values()].map(({ name }) => name).sort(), [...PRICE.keys()].sort());
  /** @type {Record<string, string>} */
  const written = {
    block: 'block end',
    loop: 'loop end',
    if: 'if nop else nop end',
    else: 'nop',
    end: 'nop',
    br: 'br 0',
    br_if: 'br_if 0',
    br_table: 'br_table 0 0 0',
    call: 'call 0',
    call_indirect: 'call_indirect (type $taken)',
    'i32.const': 'i32.const -70000',
    'i64.const': 'i64.const -7000000000',
  };
  const more = new Map([
    ['br_table', 2 * TARGET],
    ['call_indirect', 3 * PARAMETER],
  ]);
  /** @param {string} name */
  const line = (name) => written[name] ?? (/^(local|global)/.test(name) ? `${name} 0` : name);
  const functions = [...PRICE.keys()].map((name) => `(func (local i32) unreachable ${line(name)} unreachable)`);
  const binary = readBinary(
    await assemble(`(module (type $taken (func (param i32 i64 i32))) (memory 1) (table 1 funcref)
      (global (mut i32) (i32.const 0)) ${functions.join('\n')})`),
  );
  const { blocks } = await readBlocks(binary);
  const seen = new Set();
  for (const { opcodes } of blocks)
    for (const [name, { count, ink }] of opcodes) {
      assert.equal(ink, count * ((PRICE.get(name) ?? NaN) + (more.get(name) ?? 0)), name);
      seen.add(name);
    }
  [...PRICE.keys()].forEach((name, body) => {
    const own = blocks.filter((block) => block.body === body);
    if (!['else', 'end'].includes(name))
      assert.ok(
        own.some(({ opcodes }) => opcodes.has(name)),
        name,
      );
    for (const { opcodes } of own) assert.equal([...opcodes.keys()].filter((name) => ENDS.has(name)).length, 1);
  });
  assert.deepEqual([...seen].sort(), [...PRICE.keys()].sort());
});

test('a straight line is one block', async () => {
  const measured = await measure(
    `(func (export "f") (param i32 i32) (result i32) local.get 0 local.get 1 i32.mul local.get 0 i32.add)`,
    ...[5, 3],
  );
  const expected = 2450 + 3 * 75 + 160 + 70 + 1;
  assert.equal(expected, ink('local.get local.get i32.mul local.get i32.add end'));
  assert.equal(measured.ink, expected);
  assert.equal(measured.gas, expected / 10_000);
  assert.equal(measured.blocks, 1);
  assert.equal(measured.result, 20);
  assert.deepEqual(measured.byOpcode, {
    'local.get': { count: 3, ink: 225 },
    'i32.mul': { count: 1, ink: 160 },
    'i32.add': { count: 1, ink: 70 },
    end: { count: 1, ink: 1 },
  });
  assert.deepEqual(Object.keys(measured.byOpcode), ['local.get', 'i32.mul', 'i32.add', 'end']);
  assert.deepEqual(measured.byFunction, [{ name: 'f', calls: 1, ink: expected }]);
  assert.deepEqual(measured.memory, { pages: 0, gas: 0 });
});

test('of an if, the arm that was taken', async () => {
  const both = `(func (export "f") (param i32) (result i32)
    local.get 0 if (result i32) i32.const 1 else i32.const 2 i32.const 3 i32.add end)`;
  assert.equal((await measure(both, 1)).ink, ink('local.get if', 'i32.const else', 'end'));
  assert.equal((await measure(both, 0)).ink, ink('local.get if', 'i32.const i32.const i32.add end', 'end'));
  const one = '(func (export "f") (param i32) local.get 0 if nop end)';
  assert.equal((await measure(one, 1)).ink, ink('local.get if', 'nop end', 'end'));
  assert.equal((await measure(one, 0)).ink, ink('local.get if', 'end'));
});

test('an else with nothing behind it is an instruction, and the end of a block', async () => {
  const bytes = handmade([0x20, 0, 0x04, 0x40, 0x05, 0x0b, 0x0b]);
  /** @param {number} arg */
  const inkOf = async (arg) => (await measureInk(bytes, { call: 'f', args: [arg] })).ink;
  assert.equal(await inkOf(1), ink('local.get if', 'else', 'end'));
  assert.equal(await inkOf(0), ink('local.get if', 'end', 'end'));
});

test('a loop, as often as it is run', async () => {
  const loop = `(func (export "f") (param i32)
    loop local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end)`;
  for (const times of [1, 2, 1000]) {
    const round = 'local.get i32.const i32.sub local.tee br_if';
    const measured = await measure(loop, times);
    assert.equal(measured.ink, ink('loop', ...Array(times).fill(round), 'end', 'end'));
    assert.equal(measured.blocks, times + 3);
  }
});

test('a br_table costs more for each target but the default one', async () => {
  const cases = `(func (export "f") (param i32)
    block block block local.get 0 br_table 0 1 2 end nop br 1 end nop nop br 0 end)`;
  const head = ink('block block block local.get br_table') + 2 * TARGET;
  assert.equal((await measure(cases, 0)).ink, head + ink('nop br', 'end'));
  assert.equal((await measure(cases, 1)).ink, head + ink('nop nop br', 'end'));
  assert.equal((await measure(cases, 2)).ink, head + ink('end'));
  assert.equal((await measure(cases, -1)).ink, head + ink('end'));
});

test('nothing is paid behind a branch, and for what comes behind a return', async () => {
  assert.equal((await measure('(func (export "f") block br 0 nop nop end nop)')).ink, ink('block br', 'nop end'));
  const early = '(func (export "f") (param i32) (result i32) local.get 0 if i32.const 7 return end i32.const 8)';
  assert.equal((await measure(early, 1)).ink, ink('local.get if', 'i32.const return'));
  assert.equal((await measure(early, 0)).ink, ink('local.get if', 'i32.const end'));
});

test('calls are paid where they are made, and what they execute where it stands', async () => {
  const measured = await measure(`
    (func $leaf nop)
    (func $inner call $leaf call $leaf)
    (func $unused call $leaf)
    (func (export "f") call $inner nop call $leaf)`);
  const leaf = ink('nop end');
  const inner = ink('call', 'call', 'end');
  const outer = ink('call', 'nop call', 'end');
  assert.equal(measured.ink, outer + inner + 3 * leaf);
  assert.deepEqual(
    measured.byFunction,
    [
      { name: 'f', calls: 1, ink: outer },
      { name: 'inner', calls: 1, ink: inner },
      { name: 'leaf', calls: 3, ink: 3 * leaf },
    ].sort((a, b) => b.ink - a.ink),
  );
});

test('a call_indirect costs more for each parameter of its type', async () => {
  const { ink: measured } = await measure(
    `(type $two (func (param i32 i64)))
    (table 1 1 funcref) (elem (i32.const 0) $taken)
    (func $taken (type $two) nop)
    (func (export "f") i32.const 1 i64.const 2 i32.const 0 call_indirect (type $two))`,
  );
  assert.equal(measured, ink('i32.const i64.const i32.const call_indirect', 'end') + 2 * PARAMETER + ink('nop end'));
});

test('a number may be written in more bytes than it needs, as linkers do', async () => {
  // if (x) table[0](0), which is f itself; the call's type is 80 00.
  const table = [4, 4, 1, 0x70, 0, 1];
  const elements = [9, 7, 1, 0, 0x41, 0, 0x0b, 1, 0];
  /** @param {number[]} number of the table */
  const calls = (number) =>
    handmade(
      [0x20, 0, 0x04, 0x40, 0x41, 0x80, 0x00, 0x41, 0, 0x11, 0x80, 0x00, ...number, 0x0b, 0x0b],
      table,
      elements,
    );
  const { ink: measured, byFunction } = await measureInk(calls([0]), { call: 'f', args: [1] });
  const outer = ink('local.get if', 'i32.const i32.const call_indirect', 'end', 'end') + PARAMETER;
  assert.equal(measured, outer + ink('local.get if', 'end'));
  assert.equal(byFunction[0].calls, 2);
  // As Rust 1.82 and later write it.
  await assert.rejects(measureInk(calls([0x80, 0x80, 0x80, 0x80, 0x00]), { call: 'f', args: [1] }), {
    name: 'InkError',
    message: /^Stylus refuses reference types: call_indirect.*at byte \d+.*--compress-relocations/,
  });
});

test('memory.copy and memory.fill cost by the byte', async () => {
  for (const bytes of [0, 1, 700]) {
    const fill = await measure(
      `(memory 1) (func (export "f") (param i32) i32.const 8 i32.const 1 local.get 0 memory.fill)`,
      bytes,
    );
    const expected = ink('i32.const i32.const local.get memory.fill end') + BYTE * bytes;
    assert.equal(fill.ink, expected);
    assert.deepEqual(fill.byOpcode['memory.fill'], { count: 1, ink: 950 + BYTE * bytes });
    assert.equal(fill.byFunction[0].ink, expected);
    const copy = `(memory 1) (func (export "f") (param i32)
      i32.const 0 i32.const 8 local.get 0 memory.copy i32.const 0 i32.const 8 i32.const 5 memory.copy)`;
    assert.equal(
      (await measure(copy, bytes)).ink,
      ink('i32.const i32.const local.get memory.copy i32.const i32.const i32.const memory.copy end') +
        BYTE * (bytes + 5),
    );
  }
});

test('pages of memory are priced apart from the instruction that adds them', async () => {
  const grow = '(memory 1 9) (func (export "f") (param i32) (result i32) local.get 0 memory.grow)';
  const two = await measure(grow, 1);
  assert.equal(two.ink, ink('local.get memory.grow end'));
  assert.deepEqual(two.memory, { pages: 2, gas: 0 });
  assert.equal(two.result, 1);
  assert.deepEqual((await measure(grow, 6)).memory, { pages: 7, gas: 5 * 1000 + 2 - 1 });

  assert.deepEqual([0, 1, 2, 3, 17].map(memoryGas), [0, 0, 0, 1000, 15 * 1000 + 9 - 1]);
  assert.equal(memoryGas(128), 31_999_998);
  assert.throws(() => memoryGas(129), /129 pages.*128/);
  await assert.rejects(measure('(memory 129) (func (export "f"))'), /129 pages.*128/);
});

test('the start of a program is priced by its module, without names', async () => {
  // So many of everything that a price which is wrong in its last digit shows.
  const [functions, parameters, globals, letters] = [20_000, 5, 1000, 60_000];
  const bytes = await assemble(`(memory 3) (table 1 funcref) (elem (i32.const 0) 0)
    ${'(global i32 (i32.const 1))'.repeat(globals)}
    (data (i32.const 0) "${'a'.repeat(letters)}") (data (i32.const 65536) "${'b'.repeat(letters)}")
    ${`(func (param ${'i64 '.repeat(parameters)}))`.repeat(functions)}
    (func $last (export "f") (param i32 i64) (result i64) local.get 1)`);
  // More functions than Stylus takes.
  const start = programStart(readBinary(bytes));

  const [names] = WebAssembly.Module.customSections(await WebAssembly.compile(bytes), 'name');
  const size = names.byteLength + 5; // With the section's own name, and that name's length.
  const deployed = bytes.length - (1 + Math.ceil(Math.log2(size + 1) / 7) + size);
  assert.equal(start.bytes, deployed);
  // Of each entry its kind, its offset's instruction and end, its length, and what it has.
  const segments = 1 + (1 + 1 + 1) + 3 + letters + (1 + (1 + 3 + 1) + 3 + letters) + (1 + (1 + 1 + 1) + 1 + 1);
  const values = functions * parameters + 3;
  /** @param {number} count @param {number} price @param {number} per */
  const term = (count, price, per) => Math.floor((count * price) / per);
  const cached =
    352 +
    term(functions + 1, 13_420, 100_000) +
    term(values, 89, 100_000) +
    term(deployed, 122, 100_000) +
    term(globals + 4, 1628, 1000) +
    term(segments, 75_244, 100_000) +
    3 * 5;
  const uncached = 8832 + term(functions + 1, 8252, 1000) + term(values, 1059, 1000) + term(deployed, 1286, 10_000);
  assert.deepEqual(start, { cached, uncached: cached + uncached, bytes: deployed });
});

test('only the one call is counted, and not what was called before', async () => {
  const text = `(module (memory (export "memory") 1) (global $g (mut i32) (i32.const 41))
    (func $tick (export "tick") (result i32) global.get $g i32.const 1 i32.add global.set $g global.get $g)
    (func (export "sum") (param i32) (result i32) local.get 0 i32.load8_u local.get 0 i32.load8_u offset=1 i32.add))`;
  const { exports, memory, functions, reset, report } = await meter(await assemble(text));
  const { tick, sum } = /** @type {any} */ (exports);
  assert.deepEqual(Object.keys(exports), ['memory', 'tick', 'sum']);
  assert.equal(memory, exports.memory);
  assert.deepEqual(functions.get('sum'), { params: ['i32'], results: ['i32'] });
  assert.equal(report().ink, 0);
  assert.equal(tick(), 42);
  new Uint8Array(/** @type {WebAssembly.Memory} */ (memory).buffer).set([30, 12], 100);
  reset();
  assert.equal(sum(100), 42);
  const once = ink('local.get i32.load8_u local.get i32.load8_u i32.add end');
  assert.equal(report().ink, once);
  sum(100);
  assert.equal(report().ink, 2 * once);
  reset();
  assert.equal(report().ink, 0);
  assert.deepEqual(report().byFunction, []);
});

test('a module that has the counters’ names has its own exports, too', async () => {
  const bytes = await assemble(`(global (export "ink:0") (mut i64) (i64.const 5)) (memory (export "ink:memory") 1)
    (func (export "f") (result i64) global.get 0)`);
  const { exports, reset, report } = await meter(bytes);
  assert.deepEqual(Object.keys(exports).sort(), ['f', 'ink:0', 'ink:memory']);
  reset();
  assert.equal(/** @type {any} */ (exports).f(), 5n);
  assert.equal(report().ink, ink('global.get end'));
});

test('an import that is called is named, but for the one that pays for memory', async () => {
  const pays = `(import "vm_hooks" "pay_for_memory_grow" (func $pay (param i32)))
    (func (export "f") i32.const 0 call $pay)`;
  assert.equal((await measure(pays)).ink, ink('i32.const call', 'end'));
  const host = `(import "vm_hooks" "msg_sender" (func $sender (param i32)))
    (func (export "f") (param i32) local.get 0 if i32.const 0 call $sender end)`;
  assert.equal((await measure(host, 0)).ink, ink('local.get if', 'end'));
  await assert.rejects(measure(host, 1), { name: 'InkError', message: /vm_hooks\.msg_sender was called/ });
  await assert.rejects(measure('(import "env" "memory" (memory 1)) (func (export "f"))'), {
    name: 'InkError',
    message: /env\.memory is a memory/,
  });
});

test('what Stylus refuses is named, with its function', async () => {
  /** @type {Record<string, string>} */
  const refused = {
    'f64.mul': '(func $scale (param f64) (result f64) local.get 0 local.get 0 f64.mul)',
    'f32.const': '(func $scale f32.const 1 drop)',
    'i32.trunc_sat_f64_s': '(func $scale (param f64) (result i32) local.get 0 i32.trunc_sat_f64_s)',
    'v128.const': '(func $scale v128.const i64x2 1 2 drop)',
    'i32x4.add': '(func $scale (param v128) (result v128) local.get 0 local.get 0 i32x4.add)',
    'f64x2.relaxed_madd':
      '(func $scale (param v128) (result v128) local.get 0 local.get 0 local.get 0 f64x2.relaxed_madd)',
    'i32.atomic.load': '(memory 1) (func $scale (result i32) i32.const 0 i32.atomic.load)',
    'table.size': '(table 1 funcref) (func $scale (result i32) table.size 0)',
    'memory.init': '(memory 1) (data $d "a") (func $scale i32.const 0 i32.const 0 i32.const 1 memory.init $d)',
    return_call: '(func $scale return_call $scale)',
  };
  for (const [name, text] of Object.entries(refused)) {
    await assert.rejects(measure(`(module ${text} (func (export "f")))`), (error) => {
      assert.ok(error instanceof InkError, String(error));
      assert.ok(error.message.includes(`the instruction ${name} in scale`), error.message);
      return true;
    });
  }
  // i64.add128, which wabt does not know.
  await assert.rejects(
    measureInk(handmade([0xfc, 0x13, 0x0b]), { call: 'f', args: [0] }),
    /the instruction 0xfc 0x13 in f/,
  );
});

test('a feature that Stylus has off is named, where no instruction tells', async () => {
  /** @type {[text: string, name: RegExp][]} */
  const refused = [
    ['(func (result i32 i32) i32.const 1 i32.const 2)', /multi-value \(from ArbOS 60 on\)/],
    ['(type (func (result i64 i32 i64)))', /multi-value/],
    ['(import "a" "b" (func (result i32 i32)))', /multi-value/],
    ['(func (param i32) local.get 0 block (param i32) drop end)', /multi-value/],
    ['(func (param i32) local.get 0 loop (param i32) drop end)', /multi-value/],
    ['(func (param i32) local.get 0 local.get 0 if (param i32) drop else drop end)', /multi-value/],
    ['(func (param externref))', /reference types/],
    ['(func (local funcref))', /reference types/],
    ['(global funcref (ref.null func))', /reference types/],
    ['(table 1 funcref) (table 1 funcref)', /reference types/],
    ['(func (local v128))', /SIMD/],
    ['(global i32 (i32.add (i32.const 1) (i32.const 2)))', /computed constants/],
    ['(memory 1) (data (i32.sub (i32.const 2) (i32.const 1)) "a")', /computed constants/],
  ];
  for (const [text, name] of refused)
    await assert.rejects(measure(`(module ${text} (func (export "f")))`), (error) => {
      assert.ok(error instanceof InkError, String(error));
      assert.match(error.message, new RegExp(`^Stylus refuses .*${name.source}.*, at byte \\d+\\.$`));
      return true;
    });
  // Elements in every form; those of the last two are the expression ref.func 0.
  const table = [4, 4, 1, 0x70, 0, 1];
  for (const [segment, message] of /** @type {[number[], RegExp | undefined][]} */ ([
    [[0, 0x41, 0, 0x0b, 1, 0], undefined],
    [[1, 0, 1, 0], undefined],
    [[2, 0, 0x41, 0, 0x0b, 0, 1, 0], undefined],
    [[3, 0, 1, 0], undefined],
    [[4, 0x41, 0, 0x0b, 1, 0xd2, 0, 0x0b], /reference types.*expressions/],
    [[5, 0x70, 1, 0xd2, 0, 0x0b], /reference types.*expressions/],
  ])) {
    const measured = measureInk(handmade([0x0b], table, [9, segment.length + 1, 1, ...segment]), {
      call: 'f',
      args: [0],
    });
    if (message) await assert.rejects(measured, { name: 'InkError', message });
    else assert.equal((await measured).ink, ink('end'));
  }
  // memory.size of the memory 80 00.
  await assert.rejects(measureInk(handmade([0x3f, 0x80, 0x00, 0x1a, 0x0b], [5, 3, 1, 0, 1]), { call: 'f' }), {
    name: 'InkError',
    message: /Stylus refuses more than one memory/,
  });
  for (const [memory, message] of /** @type {const} */ ([
    ['(memory 1 1 shared)', /shared/],
    ['(memory i64 1)', /64 bits/],
    ['(memory 1) (memory 1)', /2 memories/],
    ['(table 1 externref)', /table of externref/],
  ]))
    await assert.rejects(measure(`(module ${memory} (func (export "f")))`), { name: 'InkError', message });
});

test('a float is refused in a type, a local and a global that no instruction uses', async () => {
  /** @type {[text: string, message: RegExp][]} */
  const refused = [
    ['(type (func (param i32 f32)))', /function type 0 has the type f32/],
    ['(type (func)) (type (func (result f64)))', /function type 1 has the type f64/],
    ['(import "a" "b" (func (param f64)))', /function type 0 has the type f64/],
    ['(func $idle (param f64))', /function type 0 has the type f64/],
    ['(func $idle (local i32 i32 f32))', /a local of idle has the type f32/],
    ['(global i64 (i64.const 1)) (global f32 (f32.const 1))', /global 1 has the type f32/],
    ['(global f64 (f64.const 1)) (global i64 (i64.const 1))', /global 0 has the type f64/],
  ];
  for (const [text, message] of refused)
    await assert.rejects(measure(`(module ${text} (func (export "f")))`), { name: 'InkError', message });
  const whole = '(global i64 (i64.const -9999999999)) (global (mut i32) (i32.const 1)) (func $idle (local i32 i64))';
  assert.equal((await measure(`(module ${whole} (func (export "f")))`)).ink, ink('end'));
});

test('of everything that Stylus counts, the most that it takes is priced and one more refused', async () => {
  /** @type {[what: RegExp, most: number, text: (count: number) => string][]} */
  const limits = [
    [/129 data segments.*128/, 128, (count) => `(memory 1) ${'(data (i32.const 9) "a")'.repeat(count)}`],
    [/129 element segments.*128/, 128, (count) => `(table 1 funcref) ${'(elem (i32.const 0) 0)'.repeat(count)}`],
    // Its kind, its offset's instruction and end, its length in two bytes, and a byte for each function.
    [/4097 bytes of element.*4096/, 4090, (count) => `(table 4096 funcref) (elem (i32.const 0) ${'0 '.repeat(count)})`],
    [
      /1025 exports.*1024/,
      1024 - 1,
      (count) => Array.from({ length: count }, (_, at) => `(export "${at}" (func 0))`).join(' '),
    ],
    [/4097 functions.*4096/, 4096 - 1, (count) => '(func)'.repeat(count)],
    [/32769 globals.*4 that Stylus adds.*32768/, 32_768 - 4, (count) => '(global i32 (i32.const 1))'.repeat(count)],
    [
      /514 imports.*513/,
      513,
      (count) => Array.from({ length: count }, (_, at) => `(import "a" "${at}" (func))`).join(' '),
    ],
    [/4097 table entries.*4096/, 4096, (count) => `(table ${count} funcref)`],
    [/name has 513 bytes.*512/, 512 - 2, (count) => `(export "é${'x'.repeat(count)}" (func 0))`],
  ];
  for (const [message, most, text] of limits) {
    assert.equal((await measure(`(module ${text(most)} (func (export "f")))`)).ink, ink('end'), String(message));
    await assert.rejects(measure(`(module ${text(most + 1)} (func (export "f")))`), { name: 'InkError', message });
  }
  await assert.rejects(measure('(import "a" "b" (func)) (import "a" "b" (func (param i32))) (func (export "f"))'), {
    name: 'InkError',
    message: /a\.b has two types/,
  });
});

test('a module has any number of basic blocks', async () => {
  // More than the exports that an engine takes.
  const [functions, blocks] = [126, 1000];
  const measured = await measure(`(module ${`(func ${'block end '.repeat(blocks)})`.repeat(functions)}
    (func (export "f") ${Array.from({ length: functions }, (_, at) => `call ${at}`).join(' ')}))`);
  const each = ink(...Array(blocks).fill('block end'), 'end');
  assert.equal(measured.ink, ink(...Array(functions).fill('call'), 'end') + functions * each);
  assert.equal(measured.blocks, functions + 1 + functions * (blocks + 1));
  assert.deepEqual(
    measured.byFunction.slice(0, -1).map(({ calls, ink }) => [calls, ink]),
    Array(functions).fill([1, each]),
  );
});

test('a module that exports an import alone has no block', async () => {
  const text = '(import "a" "b" (func (param i32) (result i32))) (export "f" (func 0))';
  const measured = await measureInk(await assemble(text), { call: 'f', args: [3], stub: ['a'] });
  assert.deepEqual([measured.ink, measured.blocks, measured.result], [0, 0, 0]);
});

test('a malformed custom section does not fail a valid module, wherever it is cut', async () => {
  const contents = [4, ...Buffer.from('name'), 0, 2, 1, 0x6d, 1, 9, 1, 0, 6, ...Buffer.from('called')];
  const bytes = handmade([0x0b]);
  /** @param {number[]} custom @param {number} [at] */
  const names = async (custom, at = bytes.length) => {
    const section = [0, custom.length, ...custom];
    const whole = Uint8Array.of(...bytes.subarray(0, at), ...section, ...bytes.subarray(at));
    const { ink: measured, start, byFunction } = await measureInk(whole, { call: 'f', args: [0] });
    assert.equal(measured, ink('end'));
    assert.equal(start.bytes, bytes.length);
    return byFunction[0].name;
  };
  for (let length = 5; length < contents.length; length++)
    assert.equal(await names(contents.slice(0, length)), 'f', `${length} bytes`);
  assert.equal(await names(contents), 'called');
  // The size of the first subsection, and the number of names: far too large.
  for (const at of [6, 11]) assert.equal(await names(contents.with(at, 0x7f)), 'f', `byte ${at}`);
  // Behind the module's head, and of tools.
  for (const name of ['name', 'linking', 'reloc.CODE', 'dylink.0', 'producers', 'target_features', 'metadata.code.x'])
    assert.equal(await names([name.length, ...Buffer.from(name), 0xff, 0xff, 0xff, 0xff], 8), 'f', name);
});

test('an import may have any name', async () => {
  const words = ['constructor', 'prototype', '__proto__', 'toString', 'hasOwnProperty', '', 'é'];
  const pairs = words.flatMap((module) => words.map((name) => [module, name]));
  const text = `${pairs.map(([module, name]) => `(import "${module}" "${name}" (func))`).join('\n')}
    ${words.map((name) => `(export "${name}" (func $f))`).join('\n')}
    (func $f (export "f") (result i32) ${pairs.map((_, at) => `call ${at}`).join(' ')} i32.const 2)`;
  const before = Object.getOwnPropertyDescriptors(Object.prototype);
  for (const call of ['f', ...words]) {
    const { result, stubs } = await measureInk(await assemble(text), { call, stub: words });
    assert.equal(result, 2);
    assert.deepEqual(
      stubs,
      pairs.map((pair) => ({ name: pair.join('.'), calls: 1 })),
    );
  }
  assert.deepEqual(Object.getOwnPropertyDescriptors(Object.prototype), before);
});

test('imports that are stubs do nothing, give 0, and are named in the result', async () => {
  const contract = `(import "vm_hooks" "read_args" (func $read (param i32)))
    (import "vm_hooks" "pay_for_memory_grow" (func $pay (param i32)))
    (import "vm_hooks" "msg_reentrant" (func $reentrant (result i32)))
    (import "vm_hooks" "block_number" (func $number (result i64)))
    (import "console" "log_i32" (func $log (param i32)))
    (memory (export "memory") 1)
    (func (export "user_entrypoint") (param i32) (result i32)
      i32.const 0 call $pay call $reentrant drop call $number drop call $number drop
      i32.const 100 call $read local.get 0 i32.const 99 i32.add i32.load8_u)
    (func (export "logs") i32.const 7 call $log)`;
  const bytes = await assemble(contract);
  const calldata = Uint8Array.of(0xa9, 5, 0x9c, 0xbb);
  const measured = await measureInk(bytes, { call: 'user_entrypoint', stub: ['vm_hooks'], calldata });
  assert.equal(measured.result, 0xbb);
  assert.equal(
    measured.ink,
    ink(
      ...['i32.const call', 'call', 'drop call', 'drop call', 'drop i32.const call'],
      'local.get i32.const i32.add i32.load8_u end',
    ),
  );
  assert.deepEqual(measured.stubs, [
    { name: 'vm_hooks.msg_reentrant', calls: 1 },
    { name: 'vm_hooks.block_number', calls: 2 },
    { name: 'vm_hooks.read_args', calls: 1 },
  ]);
  assert.equal(
    (await measureInk(bytes, { call: 'user_entrypoint', args: [2], stub: ['vm_hooks'], calldata })).result,
    5,
  );
  assert.equal((await measureInk(bytes, { call: 'user_entrypoint', args: [4], stub: ['vm_hooks'] })).result, 0);
  /** @type {[what: Parameters<typeof measureInk>[1], RegExp][]} */
  const refused = [
    [{ call: 'user_entrypoint', args: [4] }, /vm_hooks\.msg_reentrant was called.*--stub vm_hooks/],
    [{ call: 'logs', stub: ['vm_hooks'] }, /console\.log_i32 was called.*--stub console/],
    [{ call: 'logs', stub: ['console', 'env'] }, /stub: nothing is imported from "env".*vm_hooks, console/],
  ];
  for (const [what, message] of refused) await assert.rejects(measureInk(bytes, what), { name: 'InkError', message });

  const { exports, reset, report } = await meter(bytes, { stub: ['console'] });
  const { logs } = /** @type {any} */ (exports);
  logs();
  logs();
  assert.deepEqual(report().stubs, [{ name: 'console.log_i32', calls: 2 }]);
  reset();
  assert.deepEqual(report().stubs, []);
});

test('what is too large for Stylus is refused', async () => {
  /** @param {number} locals */
  const wide = (locals) => measure(`(func $wide (local ${'i64 '.repeat(locals)})) (func (export "f"))`);
  assert.equal((await wide(348)).ink, ink('end'));
  await assert.rejects(wide(349), { name: 'InkError', message: /wide has 349 locals: Stylus takes 348/ });
  // One block, whose check is 12 instructions; 12 more at the entry, and a return with 4 before it.
  const checks = 12 + 12 + 1 + 4;
  /** @param {number} nops @param {string} [more] */
  const long = (nops, more = '') =>
    measure(`(memory 1) (func $long ${'nop '.repeat(nops)} ${more}) (func (export "f"))`);
  assert.equal((await long(65_536 - checks - 1)).ink, ink('end'));
  await assert.rejects(long(65_536 - checks), { name: 'InkError', message: /long has 65537 instructions/ });
  const fill = 'i32.const 0 i32.const 0 i32.const 0 memory.fill';
  const more = 4 + 17 + (3 + 4) + (1 + 4 + 12);
  await assert.rejects(long(65_536, `${fill} i32.const 0 memory.grow drop return`), (error) =>
    String(error).includes(`long has ${65_536 + 1 + checks + more} instructions`),
  );
});

test('what is no module is refused, and what does not validate', async () => {
  for (const [bytes, message] of /** @type {[Uint8Array<ArrayBuffer>, RegExp][]} */ ([
    [new Uint8Array(), /no WebAssembly module/],
    [new TextEncoder().encode('(module)'), /no WebAssembly module/],
    [handmade([0x0b]).slice(0, -2), /ends in the middle of a section/],
    [handmade([0x6a, 0x0b]), /is not valid/],
    [handmade([0x20]), /ends in the middle of an entry/],
    // A size of more bytes than a number has.
    [Uint8Array.of(...handmade([0x0b]), 0, ...Array(200).fill(0x80), 0, 0), /ends in the middle of a section/],
    [await assemble('(memory 1) (data (i32.const 65536) "a") (func (export "f"))'), /cannot be instantiated.*bounds/],
  ]))
    await assert.rejects(measureInk(bytes, { call: 'f', args: [0] }), { name: 'InkError', message });
  await assert.rejects(measure('(func $f)'), { name: 'InkError', message: /exports no function/ });
});

test('a call is refused that the function does not take', async () => {
  const text = '(func (export "f") (param i32 i64) (result i64) local.get 1) (func (export "g"))';
  const bytes = await assemble(text);
  /** @param {string} call @param {...(number | bigint)} args */
  const called = (call, ...args) => measureInk(bytes, { call, args });
  assert.equal((await called('f', -(2 ** 31), -(2n ** 63n))).result, -(2n ** 63n));
  assert.equal((await called('f', 2 ** 32 - 1, 2n ** 64n - 1n)).result, -1n);
  /** @type {[call: string, args: (number | bigint)[], RegExp][]} */
  const refused = [
    ['h', [], /call: there is no "h".*f\(i32, i64\) -> i64, g\(\)/],
    ['f', [1], /args: f\(i32, i64\) -> i64 takes 2, and 1 are given/],
    ['g', [1], /args: g\(\) takes 0, and 1 are given/],
    ['f', [2 ** 32, 0], /the i32 of f at place 1 is from -2147483648 to 4294967295, not 4294967296/],
    ['f', [-(2 ** 31) - 1, 0], /place 1.*not -2147483649/],
    ['f', [0, 2n ** 64n], /the i64 of f at place 2 is from -9223372036854775808 to 18446744073709551615/],
    ['f', [0.5, 0], /place 1.*not 0.5/],
  ];
  for (const [call, args, message] of refused)
    await assert.rejects(called(call, ...args), { name: 'InkError', message });
});

/**
 * A piece of a random program: its text, and what it does, instruction by instruction.
 * @typedef {{ text: string, run: (machine: Machine) => boolean }} Piece run: whether the function has returned
 */

/** Executes pieces and counts by the prices above: a block is entered as often as one of its last instructions is. */
class Machine {
  ink = 0;
  blocks = 0;
  /** @param {bigint[]} locals */
  constructor(locals) {
    this.locals = locals;
  }

  /** @param {string} names @param {number} [more] ink */
  step(names, more = 0) {
    const ended = names.split(' ').filter((name) => ENDS.has(name)).length;
    this.blocks += ended;
    this.ink += priceOf(names) + ended * HEADER + more;
  }
}

const LOCALS = 4;
const DEEPEST = 3;

/** @param {() => number} random a whole number from 0 to 99 @param {number} [depth] @returns {Piece} */
function randomPiece(random, depth = 0) {
  const [a, b, to] = [random() % LOCALS, random() % LOCALS, random() % LOCALS];
  const constant = random();
  /** @returns {Piece} */
  const body = () => {
    const pieces = Array.from({ length: 1 + (random() % 3) }, () => randomPiece(random, depth + 1));
    return {
      text: pieces.map(({ text }) => text).join('\n'),
      run: (machine) => pieces.some((piece) => piece.run(machine)),
    };
  };
  /** The lowest bits of a local, as an i32. @param {number} mask */
  const bits = (mask) => ({
    text: `local.get ${a} i64.const ${mask} i64.and i32.wrap_i64`,
    names: 'local.get i64.const i64.and i32.wrap_i64',
    /** @param {Machine} machine */
    of: ({ locals }) => Number(locals[a] & BigInt(mask)),
  });
  const odd = bits(1);
  /** @type {(() => Piece)[]} */
  const leaves = [
    () => ({
      text: `local.get ${a} local.get ${b} i64.mul i64.const ${constant} i64.add local.set ${to}`,
      run: (machine) => {
        machine.step('local.get local.get i64.mul i64.const i64.add local.set');
        machine.locals[to] = BigInt.asIntN(64, machine.locals[a] * machine.locals[b] + BigInt(constant));
        return false;
      },
    }),
    () => ({
      text: `local.get ${a} call $triple local.get ${b} i64.xor local.set ${to}`,
      run: (machine) => {
        machine.step('local.get call');
        machine.step('local.get i64.const i64.mul end');
        machine.step('local.get i64.xor local.set');
        machine.locals[to] = BigInt.asIntN(64, (machine.locals[a] * 3n) ^ machine.locals[b]);
        return false;
      },
    }),
    () => ({
      text: `i32.const 64 local.get ${b} i32.wrap_i64 ${bits(63).text} memory.fill`,
      run: (machine) => {
        machine.step(`i32.const local.get i32.wrap_i64 ${bits(63).names} memory.fill`, BYTE * bits(63).of(machine));
        return false;
      },
    }),
    () => ({
      text: `${odd.text} if local.get ${b} return end`,
      run: (machine) => {
        machine.step(`${odd.names} if`);
        if (!odd.of(machine)) return false;
        machine.step('local.get return');
        machine.locals[0] = machine.locals[b];
        return true;
      },
    }),
  ];
  /** @type {(() => Piece)[]} */
  const branches = [
    () => {
      const [then, other] = [body(), random() < 50 ? body() : undefined];
      return {
        text: `${odd.text} if ${then.text} ${other ? `else ${other.text}` : ''} end`,
        run: (machine) => {
          machine.step(`${odd.names} if`);
          const taken = odd.of(machine);
          const arm = taken ? then : other;
          if (arm?.run(machine)) return true;
          if (arm) machine.step(taken && other ? 'else' : 'end');
          return false;
        },
      };
    },
    () => {
      const times = 1 + (random() % 4);
      const inside = body();
      const counter = LOCALS + depth;
      return {
        text: `i32.const ${times} local.set ${counter} loop ${inside.text}
          local.get ${counter} i32.const 1 i32.sub local.tee ${counter} br_if 0 end`,
        run: (machine) => {
          machine.step('i32.const local.set loop');
          for (let left = times; left > 0; left--) {
            if (inside.run(machine)) return true;
            machine.step('local.get i32.const i32.sub local.tee br_if');
          }
          machine.step('end');
          return false;
        },
      };
    },
    () => {
      const [before, behind] = [body(), body()];
      return {
        text: `block ${before.text} ${odd.text} if nop br 1 nop end ${behind.text} end`,
        run: (machine) => {
          machine.step('block');
          if (before.run(machine)) return true;
          machine.step(`${odd.names} if`);
          if (odd.of(machine)) {
            machine.step('nop br');
            return false;
          }
          if (behind.run(machine)) return true;
          machine.step('end');
          return false;
        },
      };
    },
    () => {
      const cases = [body(), body()];
      const which = bits(3);
      return {
        text: `block block block ${which.text} br_table 0 1 2 end ${cases[0].text} br 1 end ${cases[1].text} end`,
        run: (machine) => {
          machine.step(`block block block ${which.names} br_table`, 2 * TARGET);
          const chosen = cases[which.of(machine)];
          if (!chosen) return false;
          if (chosen.run(machine)) return true;
          machine.step(chosen === cases[0] ? 'br' : 'end');
          return false;
        },
      };
    },
  ];
  const kinds = depth < DEEPEST ? [...leaves, ...branches, ...branches] : leaves;
  return kinds[random() % kinds.length]();
}

test('random programs give the same with and without the meter, and cost what they execute', async () => {
  const generator = xoroshiro128plus(12);
  const random = () => uniformInt(generator, 0, 99);
  const programs = Array.from({ length: 60 }, () => Array.from({ length: 4 }, () => randomPiece(random)));
  const text = `(module (memory (export "memory") 1)
    (func $triple (param i64) (result i64) local.get 0 i64.const 3 i64.mul)
    ${programs
      .map(
        (pieces, at) => `(func (export "${at}") (param i64 i64) (result i64)
          (local i64 i64 ${'i32 '.repeat(DEEPEST + 1)}) ${pieces.map(({ text }) => text).join('\n')} local.get 0)`,
      )
      .join('\n')})`;
  const bytes = await assemble(text);
  const metered = await meter(bytes);
  const plain = /** @type {any} */ ((await WebAssembly.instantiate(bytes)).instance.exports);
  const costs = new Set();
  for (const [at, pieces] of programs.entries())
    for (const args of [
      [1n, 2n],
      [BigInt(random()), -BigInt(random())],
      [2n ** 62n + 1n, 7n],
    ]) {
      const machine = new Machine([...args, 0n, 0n]);
      if (!pieces.some((piece) => piece.run(machine))) machine.step('local.get end');
      metered.reset();
      const result = /** @type {any} */ (metered.exports)[at](...args);
      const report = metered.report();
      assert.equal(result, plain[at](...args));
      assert.equal(result, machine.locals[0]);
      assert.equal(report.ink, machine.ink, `program ${at} of ${args}`);
      assert.equal(report.blocks, machine.blocks);
      const parts = Object.values(report.byOpcode).reduce((sum, { ink }) => sum + ink, report.blocks * HEADER);
      assert.equal(parts, report.ink);
      assert.equal(
        report.byFunction.reduce((sum, { ink }) => sum + ink, 0),
        report.ink,
      );
      costs.add(report.ink);
    }
  assert.deepEqual(
    new Uint8Array(/** @type {WebAssembly.Memory} */ (metered.memory).buffer),
    new Uint8Array(plain.memory.buffer),
  );
  assert.ok(costs.size > 60, `${costs.size} costs`);
});

/** @param {...string} args */
const run = (...args) =>
  execa(process.execPath, [INK, ...args], { cwd: folder, reject: false, env: { INIT_CWD: folder }, timeout: 600_000 });

/** @param {string} name @param {string | Uint8Array} contents */
const file = (name, contents) => writeFileSync(join(folder, name), contents);

test('the command prints one object, or tables', async () => {
  const text = `(memory 3) (func $twice (param i32) (result i32) local.get 0 i32.const 2 i32.mul)
    (func (export "f") (param i32 i64) (result i64) local.get 0 call $twice i64.extend_i32_s local.get 1 i64.add)`;
  file('f.wasm', await assemble(text));
  file('f.wat', text);
  const { exitCode, stdout, stderr } = await run('f.wasm', '--call', 'f', '--args', '-5,0xffffffffffffff', '--json');
  assert.equal(exitCode, 0, stderr);
  const object = JSON.parse(stdout);
  const expected =
    ink('local.get call', 'i64.extend_i32_s local.get i64.add end') + ink('local.get i32.const i32.mul end');
  assert.deepEqual([object.ink, object.gas, object.blocks], [expected, expected / 10_000, 3]);
  assert.deepEqual(object.byOpcode['local.get'], { count: 3, ink: 3 * 75 });
  assert.equal(object.result, String(2n ** 56n - 11n));
  assert.deepEqual(object.memory, { pages: 3, gas: 1000 });
  assert.deepEqual(Object.keys(object.start), ['cached', 'uncached', 'bytes']);

  const tables = await run('f.wat', '--call', 'f', '--args', '-5,0xffffffffffffff');
  assert.equal(tables.exitCode, 0, tables.stderr);
  const shown = tables.stdout.replace(/\s+/g, ' ');
  for (const part of [
    `f gives ${2n ** 56n - 11n}`,
    `the call ${expected / 10_000} ${expected.toLocaleString('en')}`,
    'memory, 3 pages 1,000',
    `block headers 3 ${(3 * HEADER).toLocaleString('en')} ${((100 * 3 * HEADER) / expected).toFixed(1)} %`,
    `twice 1 ${ink('local.get i32.const i32.mul end').toLocaleString('en')}`,
  ])
    assert.ok(shown.includes(part), `${part}\n${tables.stdout}`);
});

test('the command says what it needs, and ends with 2; with 1 where the call trapped', async () => {
  file('g.wat', '(func (export "g") (param i32) (result i32) i32.const 1 local.get 0 i32.div_s)');
  file('simd.wat', '(func $lanes (result v128) v128.const i64x2 1 2) (func (export "f"))');
  file('wrong.wat', '(func (export "f") nope)');
  file('endless.wat', '(start $endless) (func $endless loop br 0 end) (func (export "f"))');
  file('host.wat', '(import "vm_hooks" "msg_sender" (func (param i32))) (func (export "f") i32.const 0 call 0)');
  /** @type {[string[], number, RegExp][]} */
  const refused = [
    [[], 2, /missing required argument 'MODULE'/],
    [['g.wat'], 2, /--call is needed.*g\(i32\) -> i32/],
    [['g.wat', '--call', 'h'], 2, /there is no "h".*g\(i32\) -> i32/],
    [['g.wat', '--call', 'g'], 2, /takes 1, and 0 are given/],
    [['g.wat', '--call', 'g', '--args', '1,x'], 2, /"x" is none/],
    [['g.wat', '--call', 'g', '--args', '4294967296'], 2, /from -2147483648 to 4294967295/],
    [['nothing.wasm', '--call', 'g'], 2, /nothing\.wasm: cannot be read/],
    [['wrong.wat', '--call', 'f'], 2, /wrong\.wat.*nope/s],
    [['simd.wat', '--call', 'f'], 2, /v128\.const in lanes/],
    [['g.wat', '--cal', 'g'], 2, /There are: --call, --args, --stub, --calldata, --json/],
    [['g.wat', 'h.wat', '--call', 'g'], 2, /^error: h\.wat is not expected here\./],
    [['g.wat', '--call'], 2, /'--call <export>' argument missing/],
    [['endless.wat'], 2, /has a start function: Stylus refuses/],
    [['endless.wat', '--call', 'f'], 2, /has a start function: Stylus refuses/],
    [['host.wat', '--call', 'f'], 2, /vm_hooks\.msg_sender was called.*--stub vm_hooks/],
    [['host.wat', '--call', 'f', '--stub', 'env'], 2, /stub: nothing is imported from "env".*vm_hooks/],
    [['host.wat', '--call', 'f', '--stub', 'vm_hooks', '--calldata', '0xabc'], 2, /Bytes in hex.*such as 0xa9059cbb/],
    [['host.wat', '--call', 'f', '--calldata', '0xab'], 2, /--calldata needs --stub vm_hooks/],
    [['g.wat', '--call', 'g', '--args', '0'], 1, /g trapped: divide by zero/],
  ];
  const runs = await Promise.all(refused.map(([args]) => run(...args)));
  refused.forEach(([args, code, message], at) => {
    const { exitCode, stdout, stderr } = runs[at];
    assert.deepEqual([exitCode, stdout], [code, ''], args.join(' '));
    assert.match(stderr, message, args.join(' '));
  });
  const { exitCode, stdout } = await run('--help');
  assert.equal(exitCode, 0);
  assert.match(stdout, /MODULE --call EXPORT/);
  const stubbed = await run('host.wat', '--call', 'f', '--stub', 'vm_hooks');
  assert.equal(stubbed.exitCode, 0, stubbed.stderr);
  assert.match(stubbed.stdout, /stubs, not priced: vm_hooks\.msg_sender \(called 1 x\)/);
});

test('the command says how long it has been at a call', async () => {
  file('forever.wat', '(func (export "f") loop br 0 end)');
  const running = run('forever.wat', '--call', 'f');
  const said = await Promise.race([once(running.stderr, 'data'), running.then(() => 'nothing')]);
  running.kill('SIGKILL');
  assert.match(String(said), /^ink: forever\.wat, f: \d+ s so far\n$/);
  assert.equal((await running).stdout, '');
});
