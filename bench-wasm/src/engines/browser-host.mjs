/**
 * The worker of one round, in a page: the question comes as a message, events leave as messages.
 * Started by browser.mjs.
 */

import { answerByMessages, rethrow } from '../measure/worker-answer.mjs';

/** @param {(variant: string, instance: number) => Promise<import('../emit/interface.mjs').LoadedModule>} loadModule */
export function main(loadModule) {
  globalThis.onmessage = ({ data }) => void answerByMessages(data, loadModule).catch(rethrow);
}
