/**
 * The process of one round, in an engine that has Node's modules: the question comes on stdin as
 * JSON, events leave on stdout as lines of JSON. Started by process.mjs.
 */

import { text } from 'node:stream/consumers';
import { answer } from '../measure/answer.mjs';
import { fromData } from '../measure/compile.mjs';

// Ctrl-C reaches the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => {});

/** @type {import('../measure/answer.mjs').Question & { loader: string }} */
const { loader, ...question } = JSON.parse(await text(process.stdin));
/** @typedef {import('../emit/interface.mjs').LoadedModule} LoadedModule */
/** @type {{ loadModule: (variant: string, instance: number) => Promise<LoadedModule> }} */
const { loadModule } = await import(loader);

await answer(question, {
  now: () => performance.now() * 1e6,
  // Pipes are written synchronously: what is emitted survives a crash.
  emit: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
  loadModule,
  compile: fromData,
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
});
// Workers that a library leaves behind, as snarkjs does, would keep it; what was emitted is written first.
process.stdout.write('', () => process.exit());
