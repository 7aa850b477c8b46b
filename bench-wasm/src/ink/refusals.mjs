/**
 * What Stylus refuses in a valid module: a price for it would be one that nobody can pay.
 *
 * Source: OffchainLabs/nitro, crates/prover/src/binary.rs of v3.10.0 (a4b0a62cc471), `parse_with_version` and
 * `parse_user`, and the passes in crates/prover/src/programs that put the checks in which it counts. Two differences:
 * - A chain that is not for debugging drops all exports but three before it counts them and measures their names.
 * - nitro's own modules have floats. In a contract it fails at the first instruction of floats, and lets a type by that
 *   no instruction uses; its maintainers say that Stylus has none (issue 2710), and here it has none.
 */

import { functionName, globalTypes, refuseElementExpressions } from './binary.mjs';
import { InkError } from './error.mjs';
import { START } from './prices.mjs';
import { memoryGas } from './program-start.mjs';
import { refusedFeature } from './text.mjs';

const MOST_LOCALS = 348;
/** Of one function, with the checks that Stylus puts in. */
const MOST_INSTRUCTIONS = 65_536;
/** Bytes. */
const LONGEST_NAME = 512;

/** Instructions of the checks: at each block, at each copy or fill, at a function's ends, and before a growth. */
const ADDED = { block: 12, bulk: 17, entry: 12, exit: 4, grow: 4 };

/**
 * @param {import('./binary.mjs').Binary} binary
 * @param {import('./blocks.mjs').Block[]} blocks
 * @param {import('./blocks.mjs').Bulk[]} bulk
 */
export function refuse(binary, blocks, bulk) {
  const refused = refusedFeature(binary.deployed);
  if (refused !== undefined) throw new InkError(refused);
  refuseElementExpressions(binary);
  refuseFloats(binary);
  if (binary.starts) throw new InkError('the module has a start function: Stylus refuses start functions.');
  refuseCounts(binary);
  refuseFunctions(binary, blocks, bulk);
}

/** @param {import('./binary.mjs').Binary} binary valid, with numbers only */
function refuseFloats(binary) {
  const { types, bodies, imports } = binary;
  /** @param {string} where @param {string[]} found */
  const none = (where, found) => {
    const float = found.find((type) => type.startsWith('f'));
    if (float) throw new InkError(`${where} has the type ${float}: Stylus has no floats.`);
  };
  types.forEach(({ params, results }, at) => none(`a value of function type ${at}`, [...params, ...results]));
  globalTypes(binary).forEach((type, at) => none(`global ${at}`, [type]));
  bodies.forEach(({ locals }, body) =>
    none(
      `a local of ${functionName(binary, imports.length + body)}`,
      locals.map(({ type }) => type),
    ),
  );
}

/** @param {import('./binary.mjs').Binary} binary */
function refuseCounts({ pages, data, elements, exports, bodies, globals, imports, table }) {
  memoryGas(pages ?? 0);
  /** @type {[what: string, count: number, most: number][]} */
  const counts = [
    ['data segments', data.count, 128],
    ['element segments', elements.count, 128],
    ['bytes of element segments', elements.bytes, 4096],
    ['exports', exports.length, 1024],
    ['functions', bodies.length, 4096],
    [`globals with the ${START.addedGlobals} that Stylus adds`, globals + START.addedGlobals, 32_768],
    // Since ArbOS 32.
    ['imports', imports.length, 513],
    ['table entries', table, 4096],
  ];
  for (const [what, count, most] of counts)
    if (count > most) throw new InkError(`the module has ${count} ${what}: Stylus takes ${most} at most.`);
  for (const { name } of exports) {
    const length = Buffer.byteLength(name);
    if (length > LONGEST_NAME)
      throw new InkError(`an export's name has ${length} bytes: Stylus takes ${LONGEST_NAME} at most.`);
  }
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const { module, name, type } of imports) {
    const full = `${module}.${name}`;
    if ((seen.get(full) ?? type) !== type)
      throw new InkError(`the import ${full} has two types: Stylus refuses inconsistent imports.`);
    seen.set(full, type);
  }
}

/**
 * @param {import('./binary.mjs').Binary} binary
 * @param {import('./blocks.mjs').Block[]} blocks
 * @param {import('./blocks.mjs').Bulk[]} bulk
 */
function refuseFunctions(binary, blocks, bulk) {
  // Each function gets a `return` before its last `end`, and each `return` is an exit.
  const instructions = binary.bodies.map(() => ADDED.entry + 1 + ADDED.exit);
  for (const { body, opcodes } of blocks) {
    instructions[body] += ADDED.block;
    for (const [name, { count }] of opcodes)
      instructions[body] += count * (1 + ({ return: ADDED.exit, 'memory.grow': ADDED.grow }[name] ?? 0));
  }
  for (const { body } of bulk) instructions[body] += ADDED.bulk;
  binary.bodies.forEach((own, body) => {
    const name = functionName(binary, binary.imports.length + body);
    const locals = own.locals.reduce((sum, { count }) => sum + count, 0);
    if (locals > MOST_LOCALS) throw new InkError(`${name} has ${locals} locals: Stylus takes ${MOST_LOCALS} at most.`);
    if (instructions[body] > MOST_INSTRUCTIONS)
      throw new InkError(
        `${name} has ${instructions[body]} instructions with the checks that Stylus puts in: it takes ` +
          `${MOST_INSTRUCTIONS} at most.`,
      );
  });
}
