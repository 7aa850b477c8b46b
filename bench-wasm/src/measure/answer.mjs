/**
 * What an engine is asked, and how it answers, wherever it runs: in a process, in a worker of a
 * page, in a shell without an operating system. The host gives the clock, the modules and the way out.
 */

import { FIELDS } from '../oracle/field.mjs';
import { createJsModule, jsIn } from '../models/js.mjs';
import { createMontgomeryModule, montgomeryIn } from '../models/js-montgomery.mjs';
import { clockStep } from './clock.mjs';
import { features } from '../setup/features.mjs';
import { runSession } from './session.mjs';

/** @typedef {import('../emit/interface.mjs').LoadedModule} LoadedModule */
/** @typedef {import('./session.mjs').SessionEvent} SessionEvent */

/**
 * @typedef {{ describe: true, plan?: undefined } | { describe?: undefined, plan: import('./plan.mjs').SessionPlan }}
 *   Question
 */
/**
 * @typedef {{ type: 'description', features: import('../setup/features.mjs').Features, clockStepNs: number | null }}
 *   DescriptionEvent
 * @typedef {DescriptionEvent | SessionEvent | { type: 'done' }} Answer
 */

/**
 * @param {Question} question
 * @param {object} host
 * @param {import('./clock.mjs').Clock} host.now
 * @param {(answer: Answer) => void} host.emit
 * @param {(variant: string, instance: number, artefacts?: import('../setup/places.mjs').Artefacts) =>
 *   Promise<LoadedModule>} host.loadModule a new instance, of the files that the plan names
 * @param {import('../models/model.mjs').Compile} host.compile
 * @param {() => Promise<void>} [host.breathe]
 */
export async function answer({ describe, plan }, { now, emit, loadModule, compile, breathe }) {
  if (describe) {
    const step = clockStep(now);
    emit({ type: 'description', features: features(), clockStepNs: Number.isFinite(step) ? step : null });
    return;
  }
  /** @type {Map<string, Promise<LoadedModule>>} */
  const modules = new Map(
    FIELDS.flatMap((field) => [
      [`${jsIn(field.id)} 0`, Promise.resolve(createJsModule(field))],
      [`${montgomeryIn(field.id)} 0`, Promise.resolve(createMontgomeryModule(field))],
    ]),
  );
  await runSession(plan, {
    now,
    emit,
    compile,
    breathe,
    load(build, instance) {
      const key = `${build} ${instance}`;
      const module = modules.get(key) ?? loadModule(build, instance, plan.artefacts);
      modules.set(key, module);
      return module;
    },
  });
  emit({ type: 'done' });
}
