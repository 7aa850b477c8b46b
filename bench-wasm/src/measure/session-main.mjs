/**
 * The process of one round, in an engine that has Node's modules: the question comes on stdin as
 * JSON, events leave on stdout as lines of JSON. Started by engines/process.mjs.
 */

import { text } from 'node:stream/consumers';
import { answer } from './answer.mjs';

// Ctrl-C reaches the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => {});

/** @type {import('./answer.mjs').Question & { loader: string }} */
const { loader, ...question } = JSON.parse(await text(process.stdin));
/** @type {{ loadModule: (variant: string, instance: number) => Promise<import('./tasks.mjs').LoadedModule> }} */
const { loadModule } = await import(loader);

await answer(question, {
  now: () => performance.now() * 1e6,
  // Pipes are written synchronously: what is emitted survives a crash.
  emit: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
  loadModule,
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
});
