/**
 * The worker of one round, in a page: the question comes as a message, events leave as messages.
 * Started by browser.mjs.
 */

import { answer } from '../measure/answer.mjs';
import { fromBlob } from '../measure/compile.mjs';

/** @param {(variant: string, instance: number) => Promise<import('../emit/interface.mjs').LoadedModule>} loadModule */
export function main(loadModule) {
  globalThis.onmessage = ({ data }) => {
    const answered = answer(data, {
      now: () => performance.now() * 1e6,
      emit: (event) => postMessage(event),
      loadModule,
      compile: fromBlob,
      // Messages leave when the worker returns to its event loop.
      breathe: () => new Promise((resolve) => setTimeout(resolve)),
    });
    // Rethrown outside the promise, so that the page hears of it as the worker's error.
    answered.catch((error) =>
      setTimeout(() => {
        throw error;
      }),
    );
  };
}
