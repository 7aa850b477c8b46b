#!/usr/bin/env node
/** `npm run ink`: what a call of any WebAssembly module costs on Stylus, which prices every instruction in ink. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { InvalidArgumentError } from 'commander';
import {
  COLORS,
  EXIT,
  UsageError,
  commandNamed,
  isProgram,
  names,
  obey,
  print,
  typedIn,
  typedWords,
  withVersion,
} from './src/command/options.mjs';
import { tableOf } from './src/command/print-table.mjs';
import { InkError } from './src/ink/error.mjs';
import { functionsText, inspect, measureInk } from './src/ink/meter.mjs';
import { BLOCK_HEADER, GROUPS } from './src/ink/prices.mjs';
import { assemble } from './src/ink/text.mjs';

/** @typedef {Awaited<ReturnType<typeof measureInk>>} Measured */

/** Functions that the table has room for, and characters of their names: those of Rust may be mangled. */
const DEAREST = 10;
const LONGEST = 60;

/** @param {string} text @returns {bigint[]} */
const integers = (text) =>
  text === ''
    ? []
    : text.split(',').map((word) => {
        if (!/^(-?\d+|0x[\da-f]+)$/i.test(word.trim()))
          throw new InvalidArgumentError(`Integers are needed, with commas between them, and "${word}" is none.`);
        return BigInt(word.trim());
      });

/** @param {string} text @returns {Uint8Array} */
const hexBytes = (text) => {
  const [, digits] = /^(?:0x)?((?:[\da-f]{2})*)$/i.exec(text) ?? [];
  if (digits === undefined)
    throw new InvalidArgumentError('Bytes in hex are needed, two digits each, such as 0xa9059cbb.');
  return new Uint8Array(Buffer.from(digits, 'hex'));
};

const commandLine = () =>
  withVersion(
    commandNamed(
      'ink',
      'Calls a function of a WebAssembly module once, counts what it executes block by block, and prices it as ' +
        'Stylus does.\nMemory and the start of the program are priced apart. Nothing is timed: the ink is the same ' +
        'on every machine.\nWhat Stylus refuses as of ArbOS 60 is refused, before anything is executed.',
      'MODULE --call EXPORT [options]',
    )
      .argument('<MODULE>', 'a module, or its text (.wat)')
      .option('--call <export>', 'the exported function to call; without it, the exported functions are named')
      .option('--args <list>', 'integers for it, such as 5,0 or -1,0xff', integers)
      .option('--stub <modules>', 'imports of these do nothing, give 0 and are not priced, such as vm_hooks', names)
      .option(
        '--calldata <hex>',
        'what the stub vm_hooks.read_args writes; its length is the default of --args',
        hexBytes,
      )
      .option('--json', 'one object on standard output; npm run --silent ink -- ... says nothing else there')
      .addHelpText(
        'after',
        '\nExample: npm run ink -- hash.wasm --call hash --args 1,2' +
          '\n         npm run ink -- contract.wasm --call user_entrypoint --stub vm_hooks --calldata 0xa9059cbb' +
          '\nExit code: 0; 1 when the call trapped; 2 when the command line or the module cannot be used.',
      ),
  );

/**
 * @param {string[]} args what was typed after the program's name
 * @returns {Promise<number>} exit code
 */
async function main(args) {
  const program = commandLine();
  return obey(program, args, async ({ call, args, stub, calldata, json }) => {
    const [path] = program.args;
    if (calldata && !stub?.includes('vm_hooks')) throw new UsageError('--calldata needs --stub vm_hooks.');
    // A call leaves this thread no time to say anything, nor to start another one.
    const progress = new Worker(new URL('src/ink/elapsed-main.mjs', import.meta.url), {
      workerData: `ink: ${path}${call === undefined ? '' : `, ${call}`}`,
    });
    await once(progress, 'message');
    progress.on('error', () => {});
    try {
      const bytes = await read(path);
      if (call === undefined) {
        const { functions } = await inspect(bytes);
        throw new UsageError(`--call is needed. The module exports ${functionsText(functions)}.`);
      }
      const measured = await measureInk(bytes, { call, args, stub, calldata });
      await progress.terminate();
      await print(json ? `${asJson(measured)}\n` : asTables(measured, call));
      return EXIT.ok;
    } catch (error) {
      if (error instanceof InkError) throw new UsageError(`${path}: ${error.message}`);
      // A RangeError is an engine's word for a stack that is full.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      console.error(`error: ${path}: ${call} trapped: ${error.message}`);
      return EXIT.failed;
    } finally {
      await progress.terminate();
    }
  });
}

/** @param {string} path @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function read(path) {
  /** @type {Uint8Array<ArrayBuffer>} */
  let bytes;
  try {
    bytes = new Uint8Array(readFileSync(resolve(typedIn(), path)));
  } catch (error) {
    throw new UsageError(`MODULE ${path}: cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (!path.endsWith('.wat')) return bytes;
  return assemble(new TextDecoder().decode(bytes), path).catch((error) => {
    throw new UsageError(`MODULE ${error.message}`);
  });
}

/** @param {Measured} measured @returns {string} i64 results are strings, which hold all their digits */
const asJson = (measured) =>
  JSON.stringify(measured, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2);

/** @param {string} name */
const shortened = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/** @param {Measured} measured @param {string} call */
function asTables(measured, call) {
  const { ink, gas, blocks, byOpcode, byFunction, memory, start, stubs, result } = measured;
  /** @param {number} part */
  const share = (part) => `${((100 * part) / (ink || 1)).toFixed(1)} %`;

  const groups = new Map([['block headers', { count: blocks, ink: blocks * BLOCK_HEADER }]]);
  for (const [name, { count, ink }] of Object.entries(byOpcode)) {
    const group = /** @type {string} */ (GROUPS.get(name));
    const before = groups.get(group) ?? { count: 0, ink: 0 };
    groups.set(group, { count: before.count + count, ink: before.ink + ink });
  }
  const dearest = [...groups].sort(([, a], [, b]) => b.ink - a.ink);
  const left = byFunction.length - DEAREST;
  return `${[
    `${COLORS.bold(call)} gives ${result ?? 'nothing'}`,
    tableOf(
      ['what it costs', 'gas', 'ink'],
      [
        ['the call', gas, ink],
        [`memory, ${memory.pages} ${memory.pages === 1 ? 'page' : 'pages'}`, memory.gas, ''],
        [`program start, ${start.bytes.toLocaleString('en')} bytes, cached`, start.cached, ''],
        ['program start, not cached', start.uncached, ''],
      ],
    ),
    tableOf(
      ['instructions', 'executed', 'ink', 'share'],
      dearest.map(([name, group]) => [name, group.count, group.ink, share(group.ink)]),
    ),
    tableOf(
      ['function', 'calls', 'ink', 'share'],
      byFunction.slice(0, DEAREST).map((row) => [shortened(row.name), row.calls, row.ink, share(row.ink)]),
    ) + (left > 0 ? `\n${left} more functions were called` : ''),
    ...(stubs.length > 0
      ? [`stubs, not priced: ${stubs.map(({ name, calls }) => `${name} (called ${calls} x)`).join(', ')}`]
      : []),
  ].join('\n\n')}\n`;
}

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
