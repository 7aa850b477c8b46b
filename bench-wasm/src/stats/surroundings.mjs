/** @typedef {{cpu?: string, cores?: number, os?: string, arch?: string}} Machine */
/** @typedef {{id: string, version: string, flags?: readonly string[]}} Engine */

/**
 * What decides whether times of two runs can be compared at all.
 * @typedef {Machine & {engines: readonly Engine[]}} Surroundings
 */

const MACHINE = /** @type {const} */ (['cpu', 'cores', 'os', 'arch']);

/**
 * @param {Surroundings} before
 * @param {Surroundings} now
 * @returns {string[]} what differs, `name: before -> now`; empty when both ran on the same engines of the same machine
 */
export function differences(before, now) {
  const machine = MACHINE.map((key) => ({ name: /** @type {string} */ (key), was: before[key], is: now[key] }));
  const ids = new Set([...before.engines, ...now.engines].map(({ id }) => id));
  const engines = [...ids].map((id) => ({ name: id, was: describe(before, id), is: describe(now, id) }));
  return [...machine, ...engines]
    .filter(({ was, is }) => was !== is)
    .map(({ name, was, is }) => `${name}: ${was ?? 'unknown'} -> ${is ?? 'unknown'}`);
}

/**
 * @param {Surroundings} run
 * @param {string} id of an engine
 * @returns {string} the same of runs that used this engine, same version and flags, on the same machine
 */
export const engineKey = (run, id) => JSON.stringify([id, describe(run, id), ...MACHINE.map((key) => run[key])]);

/**
 * @param {Surroundings} before
 * @param {Surroundings} now
 * @param {string} id of an engine
 * @returns {boolean} both runs used this engine, same version and flags, on the same machine
 */
export const sameEngine = (before, now, id) =>
  now.engines.some((engine) => engine.id === id) && engineKey(before, id) === engineKey(now, id);

/**
 * @param {Surroundings} run
 * @param {string} id of an engine
 * @returns {string | undefined} version and flags
 */
function describe({ engines }, id) {
  const engine = engines.find((one) => one.id === id);
  return engine && [engine.version, ...(engine.flags ?? [])].join(' ');
}
