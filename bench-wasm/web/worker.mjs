/**
 * The worker of one round, the page's counterpart of a fresh process. The modules come with the
 * question, so that nothing is fetched once the page is there.
 */

import { EMITTED, fileName } from '../src/emit/emitted-rows.mjs';
import { emittedModule } from '../src/emit/emitted-module.mjs';
import { answerByMessages, rethrow } from '../src/measure/worker-answer.mjs';
import { prove } from './proof.mjs';

/** @typedef {import('../src/emit/interface.mjs').LoadedModule} LoadedModule */
/** @typedef {Record<string, Record<string, Uint8Array<ArrayBuffer>>>} Modules files by build and name */
/** @typedef {import('../src/measure/answer.mjs').Question | { prove: true }} PageQuestion */

addEventListener('message', ({ data: { modules, question } }) => {
  const loadModule = (/** @type {string} */ variant) => instance(modules, variant);
  const answered = question.prove
    ? prove(loadModule).then((proof) => postMessage(proof))
    : answerByMessages(question, loadModule);
  answered.catch(rethrow);
});

/**
 * @param {Modules} modules
 * @param {string} variant
 * @returns {Promise<LoadedModule>} new, sharing nothing with any other
 */
async function instance(modules, variant) {
  const files = modules[variant];
  if (!files) throw new Error('it is no part of this page');
  if (variant === EMITTED) return emittedModule((id) => files[fileName(id)], Infinity);
  // The glue keeps its instance in module-level variables; under a URL of its own it is evaluated again.
  const url = URL.createObjectURL(new Blob([files['fqmul.js']], { type: 'text/javascript' }));
  try {
    const exports = await import(/* @vite-ignore */ url);
    exports.initSync({ module: files['fqmul_bg.wasm'] });
    return { variant, exports, kernels: JSON.parse(exports.kernels()) };
  } finally {
    URL.revokeObjectURL(url);
  }
}
