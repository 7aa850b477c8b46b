#!/usr/bin/env node
/** `npm run report`: reads result files and renders them; measures nothing. */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  COLOR,
  COLORS,
  EXIT,
  ROOM,
  UsageError,
  commandNamed,
  exitCodeOf,
  failUnlessPrinted,
  isProgram,
  makeFolder,
  percentage,
  textWidth,
  typedIn,
  typedWords,
  withVersion,
} from './src/command/options.mjs';
import { BASELINE } from './src/measure/plan.mjs';
import { renderCsv } from './src/report/csv.mjs';
import { renderMarkdown, renderSection } from './src/report/markdown.mjs';
import { mergeResults } from './src/report/merge.mjs';
import { acrossSection } from './src/report/outline.mjs';
import { BLOCKS, splice } from './pages/blocks.mjs';
import { ResultError, resummarised } from './src/result/result.mjs';
import { readResult } from './src/result/result-file.mjs';
import { STORE, readLadder, storedResults } from './src/result/stored-results.mjs';
import { where } from './pages/where.mjs';
import { renderResult } from './src/report/terminal.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const commandLine = () =>
  withVersion(
    commandNamed(
      'report',
      'Renders result files, and the journals (.partial.jsonl) of runs that were killed. Several files ' +
        'become one report with a row for each run.\nWithout an option for an output, the tables are ' +
        'printed.',
      'FILE... [options]',
    )
      .argument('[FILE...]', 'result files')
      .option('--html <out>', 'one HTML page with charts; needs no network')
      .option('--markdown <out>', 'the tables as markdown')
      .option('--csv <out>', 'the raw samples, one a line')
      .option(
        '--pages',
        `the figures, tables and pictures of README, docs/ and patches/, from all that is stored in ${STORE}`,
      )
      .option(
        '--baseline <kernel>',
        `the kernel that the others are compared with (default: ${BASELINE}, or what the run had)`,
      )
      .option('--where <id>', 'file, rows and formula of a figure of the README or of docs/')
      .option(
        '--threshold <percent>',
        'differences up to this are called equivalent (default: each run’s)',
        percentage,
      ),
  ).addHelpText('after', '\nExit code: 0, or 2 when the command line or a file cannot be used.');

/**
 * @param {string[]} args what was typed after the program's name
 * @param {object} [places] tests have others
 * @param {string} [places.root] the folder of the README and of the stored results
 * @returns {Promise<number>} exit code
 */
export async function main(args, { root = ROOT } = {}) {
  const program = commandLine();
  try {
    program.parse(args, { from: 'user' });
    await report(program.args, program.opts(), root);
    return EXIT.ok;
  } catch (error) {
    // A file that cannot be read is a word of the command line.
    return exitCodeOf(error instanceof ResultError ? new UsageError(error.message) : error, program);
  }
}

/**
 * What draws is loaded where there is something to draw: that takes a third of the time in which this starts.
 *
 * @param {string[]} files
 * @param {{ html?: string, markdown?: string, csv?: string, pages?: true, where?: string, baseline?: string,
 *   threshold?: number }} options
 * @param {string} root
 */
async function report(files, { html, markdown, csv, pages, where: id, baseline, threshold }, root) {
  if (pages) await writePages(root);
  if (id !== undefined) console.log(where(id, storedResults(root), readLadder(root)));
  if (files.length === 0 && (pages || id !== undefined)) return;
  if (files.length === 0)
    throw new UsageError('name at least one result file (or --pages, --where). `--help` shows what else there is.');

  const merged = mergeResults(
    files.map((file) => ({
      file,
      result: ofReader(file, readResult(resolve(typedIn(), file)), { baseline, threshold }),
    })),
  );
  /** @type {[string, string | undefined, () => string | Promise<string>][]} */
  const outputs = [
    ['--html', html, async () => (await import('./src/report/html-document.mjs')).renderHtml(merged)],
    ['--markdown', markdown, () => renderMarkdown(merged)],
    ['--csv', csv, () => renderCsv(merged)],
  ];
  for (const [option, out, render] of outputs) {
    if (out === undefined) continue;
    if (files.some((file) => resolve(typedIn(), file) === resolve(typedIn(), out)))
      throw new UsageError(`${option} ${out}: would overwrite a result.`);
    write(`${option} ${out}`, resolve(typedIn(), out), await render());
    console.log(`${option.slice(2).padEnd(8)} ${out}`);
  }
  if (outputs.every(([, out]) => out === undefined)) print(merged);
}

/**
 * @param {string} file
 * @param {import('./src/result/result.mjs').Result} result
 * @param {{ baseline?: string, threshold?: number }} reader
 */
function ofReader(file, result, reader) {
  const usual = result.plan.rows.some(({ kernel }) => kernel === BASELINE) ? BASELINE : undefined;
  try {
    return resummarised(result, { ...reader, baseline: reader.baseline ?? usual });
  } catch (error) {
    throw error instanceof ResultError ? new ResultError(`${file}: ${error.message}`) : error;
  }
}

/** @param {string} root */
async function writePages(root) {
  const stored = storedResults(root);
  if (stored.length === 0) throw new UsageError(`--pages: there is no result in ${STORE}.`);
  const ladder = readLadder(root);
  for (const page of BLOCKS) {
    const path = join(root, page.path);
    try {
      write('--pages', path, splice(readPage(path), page, stored, ladder));
    } catch (error) {
      throw error instanceof ResultError ? new ResultError(`${path}: ${error.message}`) : error;
    }
    console.log(`page     ${relative(typedIn(), path)}`);
  }
  const { PICTURES } = await import('./pages/pictures.mjs');
  for (const { path, draw } of PICTURES) {
    const svg = draw(stored);
    if (svg === null) continue;
    write('--pages', join(root, path), svg);
    console.log(`picture  ${relative(typedIn(), join(root, path))}`);
  }
}

/** @param {import('./src/report/merge.mjs').Report} merged */
function print(merged) {
  const several = merged.runs.length > 1;
  const { bold } = COLORS;
  for (const { label, result } of merged.runs) {
    if (several) console.log(`${bold(`== ${label}`)}\n`);
    console.log(renderResult(result, { color: COLOR, width: textWidth(), room: ROOM, verbose: true }));
  }
  if (several)
    console.log([bold('== across runs'), ...renderSection(acrossSection(merged), '##').slice(1)].join('\n\n'));
}

/** @param {string} path */
function readPage(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--pages: ${path}: ${messageOf(error)}`);
  }
}

/** @param {string} what was asked @param {string} path @param {string} text */
function write(what, path, text) {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${what}: cannot be written: ${messageOf(error)}`);
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

if (isProgram(import.meta.url)) {
  failUnlessPrinted();
  process.exitCode = await main(typedWords());
}
