/** What every engine is made of, whichever way a session is started in it. */

/**
 * The interface of an engine, from a way to converse with a session in it.
 *
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.install
 * @param {string[]} options.flags
 * @param {string} options.tier
 * @param {() => Promise<string>} options.version
 * @param {(question: import('../measure/answer.mjs').Question, onEvent: (event: any) => void, signal?: AbortSignal) =>
 *   Promise<void>} options.converse
 *   resolves when the session has ended, and rejects when it did not end by itself
 * @returns {import('./index.mjs').Engine}
 */
export function engineOf({ id, install, flags, tier, version, converse }) {
  return {
    id,

    async describe() {
      const fixed = { id, install, flags, tier };
      try {
        /** @type {any} */
        let description = null;
        await converse({ describe: true }, (event) => (description = event));
        const { features, clockStepNs } = description;
        return { ...fixed, version: await version(), available: true, reason: null, features, clockStepNs };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { ...fixed, version: '', available: false, reason, features: {}, clockStepNs: null };
      }
    },

    async run(plan, { onEvent, signal }) {
      let done = false;
      await converse(
        { plan },
        (event) => {
          if (event.type === 'done') done = true;
          else onEvent(event);
        },
        signal,
      );
      if (!done) throw new Error('the session ended before its plan was done');
    },
  };
}

/** How the reason of an engine begins that is not on this machine. */
export const NOT_INSTALLED = 'not installed';

/**
 * An engine that is not on this machine.
 *
 * @param {string} id
 * @param {string} install how to get it
 * @returns {import('./index.mjs').Engine}
 */
export function missingEngine(id, install) {
  const reason = `${NOT_INSTALLED}; ${install}`;
  return {
    id,
    describe: async () => ({
      id,
      install,
      version: '',
      flags: [],
      tier: '',
      available: false,
      reason,
      features: {},
      clockStepNs: null,
    }),
    run: () => Promise.reject(new Error(reason)),
  };
}
