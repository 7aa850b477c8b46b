/**
 * The answer to the project's question, from results: a few sentences and one table. Every figure is computed, and a
 * sentence that the results do not support is another sentence, or none.
 */

import { modelOf } from '../models/index.mjs';
import { JS } from '../models/js.mjs';
import { interval, times } from './format.mjs';
import { fastestAgainst } from './fastest.mjs';
import { SHIPPED } from './findings.mjs';
import { resummarised } from './summary.mjs';
import { pool } from './pool.mjs';
import { code, figures, pivot, ratioCell, words } from './table.mjs';

/** @import { Result } from './summary.mjs' */
/** @import { SummaryRow, Ratio, Interval, Verdict } from '../stats/index.mjs' */
/** @import { Cell, Table } from './table.mjs' */

/** @typedef {{ label: string, results: Result[] }} Machine of two results with a row the first counts */

/**
 * @typedef {object} Statement
 * @property {string} id
 * @property {string} lead what all machines together say, in markdown
 * @property {{ label: string, text: string }[]} figures of each machine that has them
 * @property {string} ranges the same figures, each as the range that the intervals of all machines span
 */

const DROPIN = 'limbs29-dropin';
const WIDE = 'multi3-wide';
/** Written for wide arithmetic, with arkworks' residues. */
const WRITTEN_FOR_IT = 'wide';
/** The tier of an engine that compiles nothing. */
const INTERPRETER = /^interpreter\b/;
/** What could go upstream as it is: kernels that take and give arkworks' own residues. */
const KERNELS = Object.freeze([DROPIN, 'simd-dropin', 'fma-pair-dropin']);
const MODELS = Object.freeze(['chain', 'stream', 'sop2', 'call-io', 'msm', 'pairing']);
/** Those of several lanes, in a number format of their own. */
const BATCHED = Object.freeze(['simd', 'fma-pair', 'fma-pair-emitted']);

/** @param {string} text @returns {string} without its markup */
export const unmarked = (text) => text.replaceAll(/\*\*|`/g, '');

/** @param {Statement} statement @returns {string} on one line, without markup */
export const plain = ({ lead, figures }) =>
  unmarked([lead, ...figures.map(({ label, text }) => (label === '' ? text : `${label}: ${text}`))].join(' '));

/**
 * Each sentence of the answer: what a machine says to it, and how it begins.
 *
 * @type {readonly { id: string, say: (machine: Machine) => Said | null, lead: (said: Said[]) => string }[]}
 */
const SENTENCES = Object.freeze([
  {
    ...{ id: 'dropin', say: dropin },
    lead: (said) =>
      `${verdictOnDropin(said)} It has limbs of 29 bits inside and arkworks' Montgomery residues at both ends, so ` +
      `that nothing else changes. Ratio to the product of ark-ff 0.6 (\`${SHIPPED}\`), which it would replace:`,
  },
  {
    ...{ id: 'single', say: single },
    lead: (said) =>
      `**SIMD for one product at a time: ${byMachine(said)}** (the fastest SIMD kernel against the scalar one, each ` +
      'product a call):',
  },
  {
    ...{ id: 'batches', say: batches },
    lead: (said) =>
      `**SIMD in batches: ${byMachine(said)}**, in a number format of its own and through an interface for ` +
      `batches, which arkworks does not have (independent products, as fast as \`${SHIPPED}\`):`,
  },
  {
    ...{ id: 'wide', say: wide },
    lead: (said) =>
      `**Where an engine has wide arithmetic, ${wideAdvice(said)} (\`${WIDE}\`; independent products, as fast ` +
      `as \`${SHIPPED}\`):`,
  },
  { id: 'js', say: js, lead: (said) => `**From JavaScript, one product at a time, ${jsAdvice(said)}**:` },
]);

/** @param {Machine[]} asked as `againstShipped` gives them @returns {Statement[]} the most important first */
export const answer = (asked) =>
  SENTENCES.flatMap(({ id, say, lead }) => {
    const said = asked.flatMap((machine) => {
      const one = say(machine);
      return one === null ? [] : [{ label: machine.label, ...one }];
    });
    const figures = said.map(({ label, text }) => ({ label, text: `${text}.` }));
    const ranges = `${rangesOf(said.flatMap(({ spans }) => spans))}.`;
    return said.length > 0 ? [{ id, lead: lead(said), figures, ranges }] : [];
  });

/** @param {Machine[]} asked as `againstShipped` gives them @returns {Table} a row for each kernel and machine */
export function answerTable(asked) {
  const models = MODELS.filter((model) => asked.some((machine) => KERNELS.some((id) => rowOf(machine, id, model))));
  const rows = KERNELS.flatMap((id) =>
    asked.map((machine) => ({ id, machine, ratios: models.map((model) => figure(rowOf(machine, id, model))) })),
  );
  return pivot(
    `Ratio to \`${SHIPPED}\``,
    rows.filter(({ ratios }) => ratios.some((ratio) => ratio !== null)),
    [
      words('kernel', ({ id }) => code(id)),
      ...(asked.length > 1 ? [words('CPU', (/** @type {typeof rows[0]} */ { machine }) => machine.label)] : []),
      ...models.map((model, at) => figures(model, (/** @type {typeof rows[0]} */ { ratios }) => ratios[at])),
    ],
  );
}

/**
 * @param {Machine[]} machines
 * @returns {Machine[]} those that measured what is shipped, their results against it and runs of one plan as one
 */
export function againstShipped(machines) {
  return machines
    .map(({ label, results }) => ({
      label,
      results: pool(results).flatMap((result) =>
        result.plan.rows.some(({ kernel }) => kernel === SHIPPED) ? [resummarised(result, { baseline: SHIPPED })] : [],
      ),
    }))
    .filter(({ results }) => results.length > 0);
}

/** An interval of 95 %, and the words around it. @typedef {{ before: string, ci: Interval, after: string }} Span */

/** @typedef {{ text: string, verdicts: Verdict[], spans: Span[], interpreters?: string[] }} Said of one machine */

/** @param {Span[]} spans @returns {string} those with the same words around them as one range */
function rangesOf(spans) {
  /** @type {Map<string, Span>} */
  const ranges = new Map();
  for (const { before, ci, after } of spans) {
    const key = `${before}…${after}`;
    const [lo, hi] = ranges.get(key)?.ci ?? ci;
    ranges.set(key, { before, ci: [Math.min(lo, ci[0]), Math.max(hi, ci[1])], after });
  }
  return [...ranges.values()].map(({ before, ci, after }) => `${before} ${interval(ci)}${after}`).join(', ');
}

/**
 * @param {string} before
 * @param {{ median: number, ci95: Interval | null, noise: Interval | null } | null | undefined} found
 * @param {string} [after]
 * @returns {{ text: string, span: Span }[]} a ratio in words; none without an interval
 */
const ratioSaid = (before, found, after = '') =>
  found?.ci95 ? [{ text: `${before} ${times(found)}${after}`, span: { before, ci: found.ci95, after } }] : [];

/** @param {ReturnType<typeof ratioSaid>} parts @returns {{ text: string, spans: Span[] }} */
const joined = (parts) => ({
  text: parts.map(({ text }) => text).join(', '),
  spans: parts.map(({ span }) => span),
});

/** @param {Said[]} said @returns {string} what all of them allow to be said */
function byMachine(said) {
  const faster = said.filter(({ verdicts }) => verdicts.every((one) => one === 'faster')).length;
  if (faster === said.length) return 'yes';
  if (faster > 0) return 'on some machines';
  return said.some(({ verdicts }) => verdicts.includes('undecided')) ? 'not shown' : 'no';
}

/** @param {Said[]} said */
function verdictOnDropin(said) {
  const verdicts = said.flatMap((one) => one.verdicts);
  const what = `the scalar drop-in \`${DROPIN}\``;
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === 'faster')) return `**Yes: merge ${what}.**`;
  if (verdicts.includes('slower')) return `**Not as it is: ${what} loses somewhere.**`;
  return `**Probably: ${what} is faster where this can be told.**`;
}

/** @param {Machine} machine @returns {Said | null} */
function dropin(machine) {
  const work = Object.entries({
    chain: 'dependent products',
    stream: 'independent products',
    msm: 'an MSM of 2^12 points',
    pairing: 'a pairing',
  }).map(([model, what]) => ({ what, said: ratioSaid(what, rowOf(machine, DROPIN, model)?.speedup) }));
  const missing = work.flatMap(({ what, said }) => (said.length === 0 ? [what] : []));
  if (missing.length === work.length) return null;
  const both = versus(machine, [`${DROPIN}-in-simd128`], [`${SHIPPED}-in-simd128`], 'stream');
  const { text, spans } = joined([
    ...work.flatMap(({ said }) => said),
    ...ratioSaid('and with both built with `+simd128`, independent products', both?.ratio),
  ]);
  return {
    text: text + (missing.length > 0 ? `; not measured: ${missing.join(', ')}` : ''),
    verdicts: MODELS.flatMap((model) => rowOf(machine, DROPIN, model)?.verdict ?? []),
    spans,
  };
}

/** Whether it pays. @type {Record<Verdict, string>} */
const WORDS = { faster: 'yes', slower: 'no', equivalent: 'no', undecided: 'not shown' };

/** @param {Machine} machine @returns {Said | null} among the drop-ins, and among those with a format of their own */
function single(machine) {
  const same = versus(machine, ['simd-dropin', 'fma-pair-dropin'], [DROPIN], 'call');
  const own = versus(machine, ['simd', 'fma-pair', 'fma-single'], ['limbs29'], 'call');
  if (!same) return null;
  const { text, spans } = joined([
    ...ratioSaid(`\`${same.own}\` is`, same.ratio, ` as fast as \`${same.other}\``),
    ...(own
      ? ratioSaid(`and, in a number format of its own, \`${own.own}\` is`, own.ratio, ` as fast as \`${own.other}\``)
      : []),
  ]);
  return { text: `${WORDS[same.ratio.verdict]}, ${text}`, verdicts: [same.ratio.verdict], spans };
}

/** @param {Machine} machine @returns {Said | null} */
function batches(machine) {
  const said = BATCHED.flatMap((id) => ratioSaid(`\`${id}\``, rowOf(machine, id, 'stream')?.speedup));
  const found = versus(machine, BATCHED, ['limbs29', DROPIN], 'stream');
  if (said.length === 0 || !found) return null;
  const { own, other, ratio } = found;
  const best = ratioSaid(`and \`${own}\` is`, ratio, ` as fast as the scalar \`${other}\``);
  return { ...joined([...said, ...best]), verdicts: [ratio.verdict] };
}

/** @param {Machine} machine @returns {Said | null} */
function wide(machine) {
  for (const result of machine.results) {
    const said = result.environment.engines.flatMap(({ id: engine, tier }) => {
      const [own, other] = [WIDE, DROPIN].map((kernel) =>
        result.summary.find((row) => row.engine === engine && row.kernel === kernel && row.model === 'stream'),
      );
      const found = compared(result, engine, [WIDE], [DROPIN], 'stream');
      if (!found || !own || !other) return [];
      const interprets = INTERPRETER.test(tier) && engine;
      const written = compared(result, engine, [WRITTEN_FOR_IT], [WIDE], 'stream');
      return [
        {
          text:
            `${engine} ${figure(own)?.text}, the drop-in ${figure(other)?.text}` +
            (written ? `, \`${WRITTEN_FOR_IT}\` ${times(written.ratio)} as fast as \`${WIDE}\`` : ''),
          verdict: found.ratio.verdict,
          interprets,
          // What an interpreter does with an instruction is in no range.
          spans: joined([
            ...ratioSaid(`\`${WIDE}\``, own.speedup),
            ...ratioSaid('the drop-in', other.speedup),
            ...ratioSaid(
              `and \`${WRITTEN_FOR_IT}\`, a kernel written for it, is`,
              written?.ratio,
              ` as fast as \`${WIDE}\``,
            ),
          ]).spans.filter(() => !interprets),
        },
      ];
    });
    if (said.length > 0)
      return {
        text: said.map(({ text }) => text).join('; '),
        verdicts: said.flatMap(({ verdict, interprets }) => (interprets ? [] : [verdict])),
        interpreters: said.flatMap(({ interprets }) => interprets || []),
        spans: said.flatMap(({ spans }) => spans),
      };
  }
  return null;
}

/**
 * What code a compiler makes of an instruction decides here; what an interpreter does with it is in its figures alone.
 *
 * @param {Said[]} said
 * @returns {string} the rest of a sentence that begins in bold
 */
function wideAdvice(said) {
  const verdicts = said.flatMap((one) => one.verdicts);
  const [faster, slower] = ['faster', 'slower'].map((word) => verdicts.filter((one) => one === word).length);
  const interpreters = [...new Set(said.flatMap((one) => one.interpreters ?? []))];
  const apart = interpreters.length > 0 ? `, interpreters (${interpreters.join(', ')}) apart` : '';
  const count =
    `it is faster than the drop-in in ${faster} of ${verdicts.length} cases, an engine on a machine each, and slower ` +
    `in ${slower === 0 ? 'none' : slower}${apart}`;
  if (faster > 0 && slower === 0) return `take the plain \`u128\` product of ark-ff 0.4.** There ${count}`;
  return `the plain \`u128\` product of ark-ff 0.4 is no sure gain.** There ${count}`;
}

/** @param {Machine} machine @returns {Said | null} BigInt against the fastest kernel whose operands come from JS */
function js(machine) {
  for (const result of machine.results) {
    const engine = engineOf(result);
    const found = compared(result, engine, [JS], [...KERNELS, 'limbs29', 'simd', 'fma-pair'], 'call', 'call-io');
    if (found)
      return {
        text:
          `BigInt is ${times(found.ratio)} as fast as a call of \`${found.other}\`, operands copied in and ` +
          'product out',
        verdicts: [found.ratio.verdict],
        spans: joined(
          ratioSaid(
            'BigInt is',
            found.ratio,
            ' as fast as a call of the fastest kernel, operands copied in and product out',
          ),
        ).spans,
      };
  }
  return null;
}

/** @param {Said[]} said */
function jsAdvice(said) {
  const verdicts = said.flatMap((one) => one.verdicts);
  if (verdicts.every((one) => one === 'faster'))
    return 'keep BigInt; WebAssembly pays where the numbers stay inside it';
  if (verdicts.every((one) => one === 'slower')) return 'call WebAssembly rather than BigInt';
  return 'whether BigInt or WebAssembly is faster depends on the machine';
}

/**
 * @typedef {object} Versus
 * @property {string} own the fastest kernel of the one group
 * @property {string} other the fastest of the other
 * @property {Ratio} ratio of their speeds
 */

/**
 * @param {Machine} machine
 * @param {readonly string[]} own kernels
 * @param {readonly string[]} others
 * @param {string} model
 * @returns {Versus | null} from the first result that has both
 */
function versus(machine, own, others, model) {
  for (const result of machine.results) {
    const found = compared(result, engineOf(result), own, others, model);
    if (found) return found;
  }
  return null;
}

/**
 * @param {Result} result
 * @param {string} engine
 * @param {readonly string[]} own kernels
 * @param {readonly string[]} others
 * @param {string} model of the first group
 * @param {string} [otherModel]
 * @returns {Versus | null} null where either group has no time, or there are too few rounds
 */
export function compared(result, engine, own, others, model, otherModel = model) {
  const on = result.summary.filter((row) => row.engine === engine);
  const [first, second] = [
    on.filter((row) => row.model === model && own.includes(row.kernel)),
    on.filter((row) => row.model === otherModel && others.includes(row.kernel)),
  ];
  const found = fastestAgainst(result, first, second, 'median');
  return found?.ratio.ci95 ? { own: found.own.kernel, other: found.other.kernel, ratio: found.ratio } : null;
}

/** @param {Result} result @returns {string} Node, which every machine has, or the first engine */
const engineOf = ({ environment: { engines } }) => (engines.find(({ id }) => id.startsWith('node')) ?? engines[0]).id;

/** @param {Machine} machine @param {string} kernel @param {string} model @returns {SummaryRow | undefined} */
function rowOf({ results }, kernel, model) {
  modelOf(model);
  return results
    .map((result) =>
      result.summary.find(
        (row) => row.engine === engineOf(result) && row.kernel === kernel && row.model === model && row.speedup?.ci95,
      ),
    )
    .find((row) => row !== undefined);
}

/** @param {SummaryRow | undefined} row @returns {Cell | null} */
const figure = (row) => (row?.speedup?.ci95 ? ratioCell(row.speedup) : null);
