#!/usr/bin/env node
/** `npm run report`: reads result files and renders them; measures nothing. */

import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { COLOR, EXIT, typedIn, UsageError } from './src/command/options.mjs';
import { renderCsv } from './src/report/csv.mjs';
import { renderHtml } from './src/report/document.mjs';
import { renderAcross, renderMarkdown } from './src/report/markdown.mjs';
import { mergeResults } from './src/report/merge.mjs';
import { sourcesOf, spliceReadme, STORE } from './src/report/readme.mjs';
import { ResultError } from './src/report/result.mjs';
import { readResult } from './src/report/result-file.mjs';
import { renderResult } from './src/report/terminal.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function commandLine() {
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  return (
    new Command('report')
      .usage('FILE... [options]   (npm run report -- FILE... [options])')
      .description(
        'Renders result files, and the journals (.partial.jsonl) of runs that were killed. Several files ' +
          'become one report with a row for each run.\nWithout an option for an output, the tables are ' +
          'printed.',
      )
      .argument('[FILE...]', 'result files')
      .option('--html <out>', 'one HTML page with charts; needs no network')
      .option('--markdown <out>', 'the tables as markdown')
      .option('--csv <out>', 'the raw samples, one a line')
      .option(
        '--readme',
        `the tables of the README, from a result stored in ${STORE} (default: those they were last made ` +
          'from, else the newest); one of several engines gives its kernel by engine',
      )
      .option(
        '--page <page>',
        'the same for another page with markers, from the root of the checkout, such as docs/upstreaming.md',
      )
      .version(version, '--version', 'show the version')
      .helpOption('--help', 'show this')
      .addHelpText('after', '\nExit code: 0, or 2 when the command line or a file cannot be used.')
      // Said by main, which knows what else to say.
      .configureOutput({ outputError: () => {} })
      .exitOverride()
  );
}

/**
 * @param {string[]} args what was typed after the program's name
 * @param {object} [places] tests have others
 * @param {string} [places.root] the folder of the README and of the stored results
 * @returns {number} exit code
 */
export function main(args, { root = ROOT } = {}) {
  const program = commandLine();
  try {
    program.parse(args, { from: 'user' });
    report(program.args, program.opts(), root);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    if (error instanceof CommanderError) {
      console.error(
        error.message +
          (error.code === 'commander.unknownOption'
            ? `\nThere are: ${program.options.map(({ long }) => long).join(', ')}, --help.`
            : ''),
      );
    } else if (error instanceof UsageError || error instanceof ResultError) {
      console.error(`error: ${error.message}`);
    } else {
      throw error;
    }
    return EXIT.usage;
  }
}

/**
 * @param {string[]} files
 * @param {{ html?: string, markdown?: string, csv?: string, readme?: true, page?: string }} options
 * @param {string} root
 */
function report(files, { html, markdown, csv, readme, page }, root) {
  const pages = [...(readme ? ['README.md'] : []), ...(page === undefined ? [] : [page])];
  const inputs = files.length === 0 && pages.length > 0 ? storedResults(root, pages[0]) : files;
  if (inputs.length === 0)
    throw new UsageError('name at least one result file (or --readme). `--help` shows what else there is.');
  if (pages.length > 0 && files.length > 1)
    throw new UsageError(`${optionOf(pages[0])}: a page shows one result; name one file.`);

  const merged = mergeResults(inputs.map((file) => ({ file, result: readResult(resolve(typedIn(), file)) })));
  /** @type {[string, string | undefined, () => string][]} */
  const outputs = [
    ['--html', html, () => renderHtml(merged)],
    ['--markdown', markdown, () => renderMarkdown(merged)],
    ['--csv', csv, () => renderCsv(merged)],
  ];
  for (const [option, out, render] of outputs) {
    if (out === undefined) continue;
    if (inputs.some((file) => resolve(typedIn(), file) === resolve(typedIn(), out)))
      throw new UsageError(`${option} ${out}: would overwrite a result.`);
    write(`${option} ${out}`, resolve(typedIn(), out), render());
    console.log(`${option.slice(2).padEnd(8)} ${out}`);
  }
  for (const one of pages) {
    for (const file of inputs) spliceInto(one, file, readResult(resolve(typedIn(), file)), root);
    console.log(`page     ${relative(typedIn(), join(root, one))}`);
  }
  if (pages.length === 0 && outputs.every(([, out]) => out === undefined)) print(merged);
}

/** @param {import('./src/report/merge.mjs').Report} merged */
function print(merged) {
  const several = merged.runs.length > 1;
  for (const { label, result } of merged.runs) {
    if (several) console.log(`${pc.bold(`== ${label}`)}\n`);
    console.log(renderResult(result, { color: COLOR, width: Math.min(process.stdout.columns ?? 100, 120) }));
  }
  if (several) console.log(`${pc.bold('== across runs')}\n\n${renderAcross(merged)}`);
}

/** @param {string} page @returns {string} the option that asks for it */
const optionOf = (page) => (page === 'README.md' ? '--readme' : `--page ${page}`);

/**
 * @param {string} page from the root
 * @param {string} file as it was named
 * @param {import('./src/report/result.mjs').Result} result
 * @param {string} root
 */
function spliceInto(page, file, result, root) {
  const source = relative(root, resolve(typedIn(), file)).replaceAll('\\', '/');
  if (dirname(source) !== STORE)
    throw new UsageError(
      `${optionOf(page)}: ${file} is not stored; copy it to ${STORE} first, so that the page can be ` +
        'checked against it.',
    );
  const path = join(root, page);
  const text = readPage(page, root);
  try {
    write(optionOf(page), path, spliceReadme(text, result, source, page));
  } catch (error) {
    throw error instanceof ResultError ? new ResultError(`${path}: ${error.message}`) : error;
  }
}

/**
 * @param {string} root
 * @param {string} page
 * @returns {string[]} paths of the results that the page was made from, else of the newest one in the store
 */
function storedResults(root, page) {
  const named = sourcesOf(readPage(page, root));
  if (named.length > 0) return named.map((path) => join(root, path));
  const folder = join(root, STORE);
  const newest = list(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, createdAt: readResult(path).createdAt }))
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  if (!newest) throw new UsageError(`${optionOf(page)}: there is no result in ${STORE}.`);
  return [newest.path];
}

/** @param {string} folder @returns {string[]} the result files in it */
function list(folder) {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** @param {string} page @param {string} root */
function readPage(page, root) {
  const path = join(root, page);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${optionOf(page)}: ${path}: ${messageOf(error)}`);
  }
}

/** @param {string} what was asked @param {string} path @param {string} text */
function write(what, path, text) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${what}: cannot be written: ${messageOf(error)}`);
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2));
}
