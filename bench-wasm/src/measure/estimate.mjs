/** How long a run has left. */

import { FEWEST_ROUNDS } from './plan.mjs';

/** @typedef {import('./run.mjs').RunEvent} RunEvent */

/**
 * Time left, from the rounds so far. Rounds do the same work, so their mean is a good guess; the
 * first round is extrapolated from its own timed part.
 */
export class Estimate {
  #engines;
  #most;
  #budget;
  #now;
  #start = 0;
  #finished = 0;
  #spent = 0;
  /** @type {{ at: number, share: number } | null} */
  #measuring = null;
  #share = 0;

  /**
   * @param {object} plan
   * @param {number} plan.engines
   * @param {number} plan.rounds of each, at most
   * @param {number} [plan.budgetMs]
   * @param {() => number} now ms
   */
  constructor({ engines, rounds, budgetMs }, now) {
    this.#engines = engines;
    this.#most = rounds;
    this.#budget = budgetMs;
    this.#now = now;
  }

  /** @param {RunEvent} event */
  update(event) {
    if (event.type === 'round' && event.state === 'start') {
      this.#start = this.#now();
      this.#measuring = null;
    }
    if (event.type === 'progress' && (event.stage === 'measure' || event.stage === 'check')) {
      this.#share = event.done / event.total;
      this.#measuring ??= { at: this.#now(), share: this.#share };
    }
    if (event.type === 'lost' || (event.type === 'round' && event.state === 'end')) {
      this.#finished++;
      this.#spent += this.#now() - this.#start;
    }
  }

  /** Rounds done, of the rounds there will be, over all engines; null while a budget leaves that open. */
  get rounds() {
    return { finished: this.#finished, total: this.#total };
  }

  get #total() {
    if (this.#budget === undefined) return this.#most * this.#engines;
    const round = this.#round;
    if (round === null) return null;
    const fit = Math.floor(this.#budget / (round * this.#engines));
    return Math.min(this.#most, Math.max(FEWEST_ROUNDS, fit)) * this.#engines;
  }

  get #inRound() {
    return this.#now() - this.#start;
  }

  /** ms of one round on one engine; null while there is nothing to go by. */
  get #round() {
    return this.#finished > 0 ? this.#spent / this.#finished : this.#firstRound(this.#inRound);
  }

  /** @returns {number | null} ms; null while there is nothing to go by */
  get left() {
    const [round, total] = [this.#round, this.#total];
    if (round === null || total === null) return null;
    const current = this.#finished < total ? Math.max(0, round - this.#inRound) : 0;
    return current + Math.max(0, total - this.#finished - 1) * round;
  }

  /** @param {number} inRound ms since the round started */
  #firstRound(inRound) {
    if (!this.#measuring) return null;
    const { at, share } = this.#measuring;
    const measured = this.#now() - at;
    return this.#share > share ? inRound - measured + (measured * (1 - share)) / (this.#share - share) : null;
  }
}

/** @param {number | null} ms @returns {string} minutes:seconds */
export function clockTime(ms) {
  if (ms === null) return '-:--';
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
