/** How long a run has left. */

/** @typedef {import('./run.mjs').RunEvent} RunEvent */

/**
 * Time left, from the rounds so far. Rounds do the same work, so their mean is a good guess; the
 * first round is extrapolated from its own timed part.
 */
export class Estimate {
  #total;
  #now;
  #start = 0;
  #finished = 0;
  #spent = 0;
  /** @type {{ at: number, share: number } | null} */
  #measuring = null;
  #share = 0;

  /**
   * @param {number} total rounds over all engines
   * @param {() => number} now ms
   */
  constructor(total, now) {
    this.#total = total;
    this.#now = now;
  }

  /** @param {RunEvent} event */
  update(event) {
    if (event.type === 'round' && event.state === 'start') {
      this.#start = this.#now();
      this.#measuring = null;
    }
    if (event.type === 'progress' && event.stage === 'measure') {
      this.#share = event.done / event.total;
      this.#measuring ??= { at: this.#now(), share: this.#share };
    }
    if (event.type === 'lost' || (event.type === 'round' && event.state === 'end')) {
      this.#finished++;
      this.#spent += this.#now() - this.#start;
    }
  }

  /** Rounds done, of the rounds there are. */
  get rounds() {
    return { finished: this.#finished, total: this.#total };
  }

  /** @returns {number | null} ms; null while there is nothing to go by */
  get left() {
    const inRound = this.#now() - this.#start;
    const round = this.#finished > 0 ? this.#spent / this.#finished : this.#firstRound(inRound);
    if (round === null) return null;
    const current = this.#finished < this.#total ? Math.max(0, round - inRound) : 0;
    return current + Math.max(0, this.#total - this.#finished - 1) * round;
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
