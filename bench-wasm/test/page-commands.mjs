/** The commands that the pages tell a reader to type. */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a command starts with. */
const PROGRAMS = /^(?:npm|wasm-pack|cargo) /;
/** Capitals that stand for something, a folder, a file or a name; three points for more of them. */
const PLACEHOLDER = /(?<![\w.-])[A-Z][A-Z_]+(?:\.\.\.)?(?![\w.-])|<[a-z-]+>|\.\.\.(?!\/)/;

/** @typedef {{ command: string, pages: string[] }} PageCommand pages: where it stands, as `README.md:12` */

/**
 * Those of code blocks and of code in sentences, without the comments behind them.
 *
 * @param {string} text of a page
 * @returns {{ command: string, line: number }[]} in the order of the page
 */
export function commandsIn(text) {
  /** @type {{ command: string, line: number }[]} */
  const found = [];
  const add = (/** @type {string} */ code, /** @type {number} */ line) => {
    const command = code
      .replace(/^\s*(?:\$ )?/, '')
      .replace(/\s+#.*$/, '')
      .trim();
    if (PROGRAMS.test(command)) found.push({ command, line });
  };
  let fence = '';
  /** Lines without blocks; the lines of blocks are empty. @type {string[]} */
  const prose = [];
  for (const [at, line] of text.split('\n').entries()) {
    const [, mark] = /^\s*(```+|~~~+)/.exec(line) ?? [];
    const outside = fence === '';
    if (mark && (outside || line.trim() === fence)) fence = outside ? mark : '';
    else if (!outside) add(line, at + 1);
    prose.push(outside && !mark ? line : '');
  }
  const sentences = prose.join('\n');
  // A sentence may break a line within code, and a paragraph does not.
  for (const { 2: code, index } of sentences.matchAll(/(?<!`)(`+)(?!`)((?:[^`\n]|\n(?!\s*\n))+?)\1(?!`)/g))
    add(code.replaceAll(/\s*\n\s*/g, ' '), sentences.slice(0, index).split('\n').length);
  return found.sort((a, b) => a.line - b.line);
}

/**
 * @param {string} root of the checkout
 * @returns {PageCommand[]} of all pages that a reader types from, each command once
 */
export function commandsOfPages(root) {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  /** @type {Map<string, string[]>} */
  const pages = new Map();
  for (const page of ['README.md', 'CONTRIBUTING.md', ...docs.sort().map((name) => `docs/${name}`)])
    for (const { command, line } of commandsIn(readFileSync(join(root, page), 'utf8')))
      pages.set(command, [...(pages.get(command) ?? []), `${page}:${line}`]);
  return [...pages].map(([command, where]) => ({ command, pages: where }));
}

/**
 * @param {string} command
 * @returns {string | null} what stands in it for something that nobody has put there
 */
export const placeholderIn = (command) => PLACEHOLDER.exec(command)?.[0] ?? null;
