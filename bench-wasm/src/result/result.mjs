/**
 * A result: made from the events of a run, checked against its schema whenever it is written or
 * read. A run that was killed leaves its journal of events; that is read too, as a partial result.
 * Runs in a browser as well; files are result-file.mjs's.
 */

import { max, median } from 'simple-statistics';
import { rowKey } from '../stats/index.mjs';
import { schemaCheck } from './schema.mjs';
import { ResultError, resummarised, summaryOf } from './summary.mjs';

export const SCHEMA = 'fqmul-result-1';

/** @typedef {import('../measure/run.mjs').RunEvent} RunEvent */
/** @typedef {import('./summary.mjs').EngineRecord} EngineRecord */
/** @typedef {import('./summary.mjs').Header} Header */
/** @typedef {import('./summary.mjs').Result} Result */

export { ResultError, resummarised };

/**
 * @param {any} value
 * @returns {Result} the value itself
 * @throws {ResultError} that says where it departs from the schema
 */
export function validateResult(value) {
  const schema = value?.schema;
  if (schema !== SCHEMA) {
    const found = schema === undefined ? 'it names no schema' : `its schema is ${JSON.stringify(schema)}`;
    throw new ResultError(`not a result that this version reads: ${found}, not ${JSON.stringify(SCHEMA)}`);
  }
  const isResult = schemaCheck();
  if (!isResult(value)) {
    const [{ instancePath, message, params }] = isResult.errors ?? [];
    const detail = params.additionalProperty ?? params.allowedValues?.join(', ') ?? '';
    throw new ResultError(
      `not a valid ${SCHEMA}: ${instancePath || 'the file'} ${message}${detail ? ` (${detail})` : ''}`,
    );
  }
  return value;
}

/** @param {Header} header @param {RunEvent[]} events @param {{ partial: boolean }} state @returns {Result} */
export function createResult(header, events, { partial }) {
  const samples = events.flatMap((event) => {
    if (event.type !== 'sample') return [];
    const { engine, kernel, model, round, order, n, ns, check } = event;
    return [{ engine, kernel, model, round, order, n, ns, check }];
  });
  const told = events.flatMap((event) => {
    if (event.type !== 'error') return [];
    const { engine, kernel, model, message } = event;
    return [{ engine, kernel, model, message }];
  });
  const lost = events.flatMap((event) =>
    event.type === 'lost' ? [{ engine: event.engine, round: event.round, error: event.error }] : [],
  );
  // A row that was planned and never came is an error row, not a missing one.
  const seen = new Set([...samples, ...told].map(rowKey));
  const missing = header.plan.engines.flatMap((engine) => {
    const reason = lost.find((round) => round.engine === engine)?.error.split('\n')[0] ?? 'no sample came';
    const message = partial ? 'not measured before the run was stopped' : `not measured: ${reason}`;
    const rows = header.plan.rows.map(({ kernel, model }) => ({ engine, kernel, model, message }));
    return rows.filter((row) => !seen.has(rowKey(row)));
  });

  const engines = header.environment.engines.map((engine) => {
    const floors = events.flatMap((event) => (event.type === 'floor' && event.engine === engine.id ? [event] : []));
    return {
      ...engine,
      clockStepNs: ofKnown(
        floors.map(({ clockStepNs }) => clockStepNs),
        median,
      ),
      noopNs: ofKnown(
        floors.map(({ noopNs }) => noopNs),
        median,
      ),
    };
  });
  // With a budget the number of rounds is known when they are over.
  const rounds = events.reduce((most, { round }) => Math.max(most, round + 1), 1);
  const size = header.plan.budgetMs === undefined ? {} : { rounds, trials: rounds * perRound(header.plan) };
  return {
    ...header,
    plan: { ...header.plan, ...size },
    partial,
    environment: {
      ...header.environment,
      engines,
      clockStepNs: ofKnown(
        engines.map(({ clockStepNs }) => clockStepNs),
        max,
      ),
      noopNs: ofKnown(
        engines.map(({ noopNs }) => noopNs),
        max,
      ),
    },
    samples,
    lost,
    summary: summaryOf({ ...header, samples }, [...told, ...missing]),
  };
}

/**
 * @param {string} text of a result file, or of the journal that a killed run left
 * @returns {Result}
 * @throws {Error} that says what is wrong with it
 */
export function parseResult(text) {
  const safe = withoutControls(text);
  return resummarised(validateResult(safe.startsWith('{"type":"header"') ? fromJournal(safe) : JSON.parse(safe)));
}

/** Characters that command a terminal, as they are and as JSON writes them: all but tabs and the ends of lines. */
const CONTROLS =
  /[^\P{Cc}\t\n\r]|\r(?!\n)|(?<=(?<!\\)(?:\\\\)*)\\(?:[bf]|r(?!\\n)|u00(?:0[0-8b-f]|1[\da-f]|7f|[89][\da-f]))/giu;

/** @param {string} text JSON @returns {string} JSON whose strings are safe to print */
const withoutControls = (text) => text.replace(CONTROLS, '\ufffd');

/** @param {string} text JSON lines; the last one may be cut short */
function fromJournal(text) {
  const lines = text.split('\n');
  // Every line ends with a newline, so what follows the last newline was being written when the run died.
  lines.pop();
  const [first, ...events] = lines.map((line) => JSON.parse(line));
  if (first === undefined) throw new ResultError('the run ended before its first line was written');
  const { type, ...header } = first;
  if (type !== 'header' || header.schema !== SCHEMA) return validateResult(header);
  return createResult(header, events, { partial: true });
}

/** @param {Header['plan']} plan @returns {number} samples of a row in a round */
const perRound = ({ trials, rounds }) => Math.max(1, Math.round(trials / rounds));

/**
 * @param {(number | null)[]} values
 * @param {(known: number[]) => number} of
 * @returns {number | null} null where none is known
 */
function ofKnown(values, of) {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? of(known) : null;
}
