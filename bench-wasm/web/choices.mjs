/** What is to be measured: the form's fields, and an address that fills them in. */

import { ANSWER, BASELINE } from '../src/measure/plan.mjs';
import { MODEL_IDS } from '../src/models/index.mjs';
import { JS } from '../src/models/js.mjs';

/** @typedef {{ cases: number, trials: number, rounds: number }} Size */
/**
 * @typedef {{ sizes: Record<string, Size>, size: string, models: string[], kernels: string[], seed: number }} Choices
 */

/**
 * Fixed rounds of shorter batches than on the command line: a phone is to get through it. A batch is as long as the
 * clock needs, whatever is asked for.
 */
const FULL = Object.freeze({ cases: 100_000, trials: 100, rounds: 33 });
const QUICK = Object.freeze({ cases: 50_000, trials: 24, rounds: 8 });

/**
 * @param {URLSearchParams} parameters `seed`, `cases`, `trials`, `rounds`, `models`, `kernels`
 * @param {string[]} ids of the kernels that there are
 * @param {number} random u32
 * @returns {{ choices: Choices, complaints: string[] }} complaints: what was asked for and is not done
 */
export function choicesOf(parameters, ids, random) {
  /** @type {string[]} */
  const complaints = [];
  /** @param {string} name @param {number} least @param {number} most @param {number} otherwise */
  const number = (name, least, most, otherwise) => {
    const text = parameters.get(name);
    if (text === null) return otherwise;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    complaints.push(`${name}=${text} is not a whole number from ${least} to ${most}`);
    return otherwise;
  };
  /**
   * @template {string} Name
   * @param {string} name
   * @param {readonly Name[]} known
   * @param {readonly Name[]} otherwise
   * @returns {Name[]}
   */
  const list = (name, known, otherwise) => {
    const asked = parameters.get(name)?.split(',').filter(Boolean) ?? [];
    const unknown = asked.filter((id) => !known.includes(/** @type {Name} */ (id)));
    if (unknown.length > 0) complaints.push(`${name}: there is no ${unknown.join(', ')}`);
    const chosen = known.filter((id) => asked.includes(id));
    return chosen.length > 0 ? chosen : [...otherwise];
  };

  const all = [...ids, JS];
  const kernels = list(
    'kernels',
    all,
    all.filter((id) => ANSWER.kernels.includes(id)),
  );
  const rounds = number('rounds', 1, 1000, QUICK.rounds);
  const size = {
    cases: number('cases', 1, 1e8, QUICK.cases),
    trials: Math.max(rounds, number('trials', 1, 10_000, QUICK.trials)),
    rounds,
  };
  const custom = ['cases', 'trials', 'rounds'].some((name) => parameters.has(name));
  return {
    choices: {
      sizes: { quick: QUICK, full: FULL, ...(custom && { custom: size }) },
      size: custom ? 'custom' : 'quick',
      models: list('models', MODEL_IDS, ANSWER.models),
      kernels: all.filter((id) => id === BASELINE || kernels.includes(id)),
      seed: number('seed', 0, 2 ** 32 - 1, random),
    },
    complaints,
  };
}

/**
 * @param {Choices} choices
 * @param {string} page its address without parameters
 * @returns {string} the address that asks the same again
 */
export function addressOf({ sizes, size, models, kernels, seed }, page) {
  const { cases, trials, rounds } = sizes[size];
  const parameters = new URLSearchParams({
    seed: String(seed),
    cases: String(cases),
    trials: String(trials),
    rounds: String(rounds),
    models: models.join(),
    kernels: kernels.join(),
  });
  // Commas are allowed where they stand.
  return `${page}?${String(parameters).replaceAll('%2C', ',')}`;
}
