/**
 * What Stylus refuses for its size: a price for it would be one that nobody can pay.
 * Source: OffchainLabs/nitro, crates/prover/src/binary.rs (06b1efa1cb46), `parse_user`, and the passes in
 * crates/prover/src/programs that put the checks in which it counts.
 */

import { functionName } from './binary.mjs';
import { InkError } from './error.mjs';
import { memoryGas } from './program-start.mjs';

const MOST_LOCALS = 348;
/** Of one function, with the checks that Stylus puts in. */
const MOST_INSTRUCTIONS = 65_536;

/** Instructions of the checks: at each block, at each copy or fill, at a function's ends, and before a growth. */
const ADDED = { block: 12, bulk: 17, entry: 12, exit: 4, grow: 4 };

/**
 * @param {import('./binary.mjs').Binary} binary
 * @param {import('./blocks.mjs').Block[]} blocks
 * @param {import('./blocks.mjs').Bulk[]} bulk
 */
export function checkSizes(binary, blocks, bulk) {
  memoryGas(binary.pages ?? 0);
  // Each function gets a `return` before its last `end`, and each `return` is an exit.
  const instructions = binary.bodies.map(() => ADDED.entry + 1 + ADDED.exit);
  for (const { body, opcodes } of blocks) {
    instructions[body] += ADDED.block;
    for (const [name, { count }] of opcodes)
      instructions[body] += count * (1 + ({ return: ADDED.exit, 'memory.grow': ADDED.grow }[name] ?? 0));
  }
  for (const { body } of bulk) instructions[body] += ADDED.bulk;
  binary.bodies.forEach(({ locals }, body) => {
    const name = functionName(binary, binary.imports.length + body);
    if (locals > MOST_LOCALS) throw new InkError(`${name} has ${locals} locals: Stylus takes ${MOST_LOCALS} at most.`);
    if (instructions[body] > MOST_INSTRUCTIONS)
      throw new InkError(
        `${name} has ${instructions[body]} instructions with the checks that Stylus puts in: it takes ` +
          `${MOST_INSTRUCTIONS} at most.`,
      );
  });
}
