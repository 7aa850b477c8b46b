/** What every engine is made of, whichever way a session is started in it. */

import { PATIENCE, unlessSilent } from '../measure/deadline.mjs';

/**
 * What the user chose, of which an engine takes what concerns it.
 *
 * @typedef {object} EngineOptions
 * @property {string[]} [v8Flags] for the engines that are V8
 * @property {string} [loader] URL of the module that gives instances
 */

/**
 * The interface of an engine, from a way to converse with a session in it.
 *
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.get how to get it
 * @param {import('../measure/run.mjs').Engine['install']} [options.install]
 * @param {string[]} options.flags
 * @param {string} options.tier
 * @param {() => Promise<string>} options.version
 * @param {(question: import('../measure/answer.mjs').Question, onEvent: (event: any) => void, signal?: AbortSignal) =>
 *   Promise<void>} options.converse
 *   resolves when the session has ended, and rejects when it did not end by itself
 * @returns {import('../measure/run.mjs').Engine}
 */
export function engineOf({ id, get, install, flags, tier, version, converse }) {
  return {
    id,
    install,

    async describe() {
      const fixed = { id, get, flags, tier };
      try {
        /** @type {any} */
        let description = null;
        await unlessSilent(PATIENCE, { onEvent: (event) => (description = event) }, ({ onEvent, signal }) =>
          converse({ describe: true }, onEvent, signal),
        );
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
 * @param {string} get how to get it
 * @param {import('../measure/run.mjs').Engine['install']} [install]
 * @returns {import('../measure/run.mjs').Engine}
 */
export function missingEngine(id, get, install) {
  const reason = `${NOT_INSTALLED}; ${get}`;
  return {
    id,
    install,
    describe: async () => ({
      id,
      get,
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
