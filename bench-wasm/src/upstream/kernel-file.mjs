/**
 * ark-ff's file of the kernel, made of this crate's own source: each file becomes a module with those of its items,
 * word for word, that ark-ff's side (patches/2-limbs29/limbs29.rs) needs. What this crate has for arkworks alone ark-ff
 * always has, and what is newer than arkworks' oldest Rust is said in its words.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, SetupError } from '../setup/toolchain.mjs';

/** ark-ff's side of the file. */
const SIDE = 'patches/2-limbs29/limbs29.rs';
/** The modules in ark-ff's file, and the files of this crate that they are made of, each building on those before. */
const MODULES = Object.entries({
  integer: 'src/field/integer.rs',
  packing: 'src/radix/packing.rs',
  accumulator: 'src/radix/accumulator.rs',
  product: 'src/radix/product.rs',
  reduction: 'src/radix/reduction.rs',
  montgomery: 'src/radix/montgomery.rs',
  dropin: 'src/radix/dropin.rs',
});

/** Before an item that has no use without arkworks. */
const FOR_ARKWORKS = /^ *#\[cfg\((any\()?feature = "arkworks".*\]\n/gm;

/** arkworks' oldest Rust. */
export const MSRV = '1.75.0';
/** What that does not know, and how it is said there. @type {[RegExp, string][]} */
const NEWER = [
  [/\bif const \{ (.*?) \} \{$/gm, 'if $1 {'],
  [/(#\[allow\(\w+), reason = ".*?"\)\]/g, '$1)]'],
  [/#\[diagnostic::on_unimplemented\(message = "(.*)"\)\]/g, '// Where this is not implemented: $1.'],
];

/** @typedef {{ name: string, text: string }} Item of a Rust file */
/** @typedef {{ module: string, docs: string, uses: string, items: Item[] }} Source */

/** @param {string} [root] a checkout of this project @returns {Promise<string>} the file, not yet formatted */
export async function kernelFile(root = ROOT) {
  // Tests stand last.
  const [side, tests] = (await readFile(join(root, SIDE), 'utf8')).split(/^(?=#\[cfg\(test\)\])/m);
  const sources = await Promise.all(
    MODULES.map(async ([module, file]) => parse(module, await readFile(join(root, file), 'utf8'))),
  );
  const needed = neededOf(side, sources);
  const modules = sources.map(({ module, docs, uses, items }) => {
    const texts = items.filter((item) => needed.has(item)).map(({ text }) => text);
    return `mod ${module} {\n${[docs, uses, ...texts].join('\n\n')}\n}\n`;
  });
  return [side, ...modules, tests].join('\n');
}

/**
 * The items of a file as rustfmt leaves it: one begins at the start of a line and ends at the next line that is no
 * more than its closing bracket, or with its first line.
 *
 * @param {string} module
 * @param {string} text
 * @returns {Source}
 */
export function parse(module, text) {
  const lines = NEWER.reduce((older, [pattern, words]) => older.replaceAll(pattern, words), text)
    .replaceAll(FOR_ARKWORKS, '')
    .trimEnd()
    .split('\n');
  const body = lines.findIndex((line) => !line.startsWith('//!'));
  /** @type {string[]} */
  const uses = [];
  /** @type {Item[]} */
  const items = [];
  for (let at = body; at < lines.length;) {
    if (lines[at] === '') {
      at++;
      continue;
    }
    let head = at;
    while (/^(\/\/|#\[)/.test(lines[head])) head++;
    let end = head;
    if (!/[;}]$/.test(lines[head])) while (!/^[})\]]+;?$|^}.*;$/.test(lines[end])) end++;
    const item = lines.slice(at, end + 1).join('\n');
    if (lines[head].startsWith('use ')) uses.push(item);
    else items.push({ name: nameOf(lines[head]), text: item });
    at = end + 1;
  }
  return { module, docs: lines.slice(0, body).join('\n'), uses: uses.map(fromHere).join('\n'), items };
}

/** What names an item: its trait an `impl`, or else its type. A macro's call has no name, and is always needed. */
const NAMES = [
  /^impl(?:<.*>)? (\w+)/,
  /^(?:\w+)!\(()/,
  /^(?:pub(?:\(\w+\))? )?(?:macro_rules!|(?:const )?fn|struct|enum|trait|type|const|use) (\w+)/,
];

/** @param {string} head of an item @returns {string} */
function nameOf(head) {
  const named = NAMES.map((pattern) => pattern.exec(head)?.[1]).find((name) => name !== undefined);
  if (named === undefined) throw new SetupError(`the kernel has an item of a kind that is not known: ${head}`);
  return named;
}

/** @param {string} use @returns {string} as a module beside the others says it */
function fromHere(use) {
  return MODULES.reduce(
    (text, [module]) =>
      text.replaceAll(new RegExp(`\\b(?:crate|super)(?:::\\w+)*?::${module}\\b`, 'g'), `super::${module}`),
    use,
  );
}

/**
 * What a text names in each module, what that names, and so on.
 *
 * @param {string} side of ark-ff
 * @param {Source[]} sources
 * @returns {Set<Item>}
 */
export function neededOf(side, sources) {
  /** @type {Set<Item>} */
  const needed = new Set();
  /** @param {string} text @param {{ module: string, uses: string }} own the module that it is in */
  const follow = (text, own) => {
    for (const source of sources) {
      for (const item of source.items) {
        if (needed.has(item) || !names(text, item.name, source, own)) continue;
        needed.add(item);
        follow(item.text, source);
      }
    }
  };
  follow(side, { module: '', uses: side });
  return needed;
}

/**
 * Whether a text names an item of a module: as it is in that module and where it is imported, else behind the module's
 * name.
 *
 * @param {string} text
 * @param {string} name
 * @param {Source} of
 * @param {{ module: string, uses: string }} own the module that the text is in
 */
function names(text, name, { module }, own) {
  if (name === '') return true;
  const code = text.replaceAll(/\/\/.*/g, '');
  const imported = new RegExp(`\\b${module}::(${name}\\b|\\{[^}]*\\b${name}\\b)`).test(own.uses);
  const here = own.module === module || imported ? '(?<![\\w.]|::)|' : '';
  return new RegExp(`(${here}\\b${module}::)${name}\\b`).test(code);
}
