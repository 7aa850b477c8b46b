/** A session in a worker of a page: events leave as messages. */

import { answer } from './answer.mjs';
import { fromBlob } from './compile.mjs';

/**
 * @param {import('./answer.mjs').Question} question
 * @param {(variant: string, instance: number) => Promise<import('../emit/interface.mjs').LoadedModule>} loadModule
 */
export const answerByMessages = (question, loadModule) =>
  answer(question, {
    now: () => performance.now() * 1e6,
    emit: (event) => postMessage(event),
    loadModule,
    compile: fromBlob,
    // Messages leave when the worker returns to its event loop.
    breathe: () => new Promise((resolve) => setTimeout(resolve)),
  });

/** Throws outside the promise, so that the page hears of it as the worker's error. @param {unknown} error */
export const rethrow = (error) =>
  void setTimeout(() => {
    throw error;
  });
