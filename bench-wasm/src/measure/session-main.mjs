/**
 * The process of one round: the plan comes on stdin as JSON, events leave on stdout as lines of
 * JSON. Started by engines/node.mjs.
 */

import { text } from 'node:stream/consumers';
import { FQ, PALLAS } from '../field.mjs';
import { features } from '../engines/features.mjs';
import { createJsModule } from './js.mjs';
import { JS } from './plan.mjs';
import { runSession } from './session.mjs';

/** @typedef {import('./tasks.mjs').LoadedModule} LoadedModule */

// Ctrl-C reaches the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => {});

/** @param {object} event pipes are written synchronously: what is emitted survives a crash */
const emit = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

/** @type {{ describe?: true, loader: string, plan: import('./plan.mjs').SessionPlan }} */
const { describe, loader, plan } = JSON.parse(await text(process.stdin));

if (describe) {
  emit({ type: 'description', version: process.versions.node, features: features() });
} else {
  /** @type {{ loadModule: (variant: string, instance?: number) => Promise<LoadedModule> }} */
  const { loadModule } = await import(loader);
  /** @type {Map<string, Promise<LoadedModule>>} */
  const modules = new Map([
    [`${JS} 0`, Promise.resolve(createJsModule(FQ))],
    [`${JS}-${PALLAS.id} 0`, Promise.resolve(createJsModule(PALLAS))],
  ]);
  await runSession(plan, {
    now: () => performance.now() * 1e6,
    emit,
    load(build, instance) {
      const key = `${build} ${instance}`;
      const module = modules.get(key) ?? loadModule(build, instance);
      modules.set(key, module);
      return module;
    },
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
  });
  emit({ type: 'done' });
}
