/** What the engines that are V8 have in common. */

/** V8's interpreter of JavaScript, without its compilers. */
export const IGNITION = Object.freeze(['--no-opt', '--no-sparkplug']);

/** @param {{ flags?: readonly string[] }} engine @returns {boolean} */
export const isInterpreter = ({ flags = [] }) => IGNITION.every((flag) => flags.includes(flag));

/**
 * The compiler whose code is timed. V8 tiers up from Liftoff to TurboFan, so without a flag the
 * tier follows from the warm-up, not from a promise of the engine.
 *
 * @param {string[]} flags
 */
export function tierOf(flags) {
  if (flags.includes('--liftoff-only')) return 'liftoff';
  if (isInterpreter({ flags })) return 'turbofan (tiered up), JavaScript interpreted';
  if (flags.includes('--no-liftoff')) return 'turbofan (no liftoff)';
  return 'turbofan (tiered up)';
}
