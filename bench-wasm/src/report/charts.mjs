/**
 * The charts of a report, as SVG by Observable Plot. They know neither result files nor Node: rows
 * go in, an element of the given document comes out, in a browser as well. Colours are CSS
 * variables with a fallback, text is currentColor: a page's theme is the chart's.
 */

import * as Plot from '#charts/plot';
import { max, median, min } from 'simple-statistics';
import { boxOf, grouped } from '../stats/index.mjs';
import { ns, percent } from './format.mjs';

/** @import { Box, Interval } from '../stats/index.mjs' */
/** @import { Tone } from './table.mjs' */

/**
 * @typedef {object} Canvas
 * @property {Document} document
 * @property {number} width px
 * @property {boolean} compact names above the rows instead of beside them: for a phone
 */

/**
 * @typedef {object} Words
 * @property {string} label of the chart, for those who do not see it
 * @property {string} description what it shows, in a sentence or two
 */

/**
 * @typedef {object} RatioRow
 * @property {string} name
 * @property {true} [heading] of the rows that follow; has nothing but a name
 * @property {number | null} [median] speed-up
 * @property {Interval | null} [ci95]
 * @property {Tone} [tone]
 * @property {string} [text] the verdict
 * @property {string} [detail]
 * @property {string} [note] in the place of the interval, where there is none
 * @property {number} [truth] what it is known to be
 */

/**
 * @typedef {object} SampleRow
 * @property {string} name
 * @property {string | null} error why there are no samples; null when there are
 * @property {{ round: number, at: number, value: number }[]} samples value a time for one of what the model times; at =
 *   place within the round, in [0, 1)
 */

/** Dots in a row: more would neither be seen apart nor be drawn in time. */
export const MOST_DOTS = 2000;

/** Sizes in px. */
const ROW = 44;
const DENSE_ROW = 34;
const LABEL = 22;
/** Of a letter in the widest of the usual fonts. */
const CHARACTER = 8.4;
const EDGE = 6;
/** In letters. */
const LONGEST_NAME = 24;
/** Half of the longest number under a chart: the last tick may be at the end of the scale. */
const INSET = 20;

/** Deviations over time: to scale up to LINEAR (a log ratio), guides at plus and minus GUIDE. */
const LINEAR = 0.03;
export const GUIDE = 0.1;

const INK = 'currentColor';
const MUTED = 'var(--muted, #667)';
const RULE = 'var(--rule, #8884)';
const BAND = 'var(--band, #8882)';
const PAPER = 'var(--paper, Canvas)';
const DOT = 'var(--dot, #47a)';
const MONO = 'var(--mono, ui-monospace, monospace)';

/**
 * A verdict has a shape and a word as well as a colour.
 *
 * @type {Record<Tone, { color: string, symbol: Plot.SymbolName, hollow?: true }>}
 */
const TONES = {
  faster: { color: 'var(--faster, #067)', symbol: 'triangle' },
  slower: { color: 'var(--slower, #b40)', symbol: 'square' },
  equivalent: { color: 'var(--equivalent, #567)', symbol: 'circle' },
  undecided: { color: 'var(--undecided, #849)', symbol: 'circle', hollow: true },
  baseline: { color: INK, symbol: 'diamond' },
  passed: { color: 'var(--faster, #067)', symbol: 'circle' },
  failed: { color: 'var(--slower, #b40)', symbol: 'times' },
  error: { color: 'var(--slower, #b40)', symbol: 'times' },
  none: { color: MUTED, symbol: 'circle' },
};

/** What a row says that does not say otherwise. */
const UNSAID = { median: null, ci95: null, tone: /** @type {Tone} */ ('none'), text: '', detail: '' };

/** @param {{ tone: Tone }} row */
const colorOf = ({ tone }) => TONES[tone].color;

/**
 * Speed-ups with their intervals, on a log scale: 2 is as far from 1 as 0.5 is.
 *
 * @param {Canvas} canvas
 * @param {RatioRow[]} rows
 * @param {Words & { threshold: number, axis: string }} options threshold a fraction: the band that is taken as no
 *   difference
 * @returns {SVGSVGElement}
 */
export function ratioChart(canvas, rows, { threshold, axis, ...words }) {
  const slots = place(
    canvas,
    rows.map((row) => ({ ...UNSAID, ...row })),
  );
  const own = slots.rows.filter(({ heading }) => !heading);
  const band = [1 / (1 + threshold), 1 + threshold];
  const ratios = own.flatMap(({ median, ci95, truth }) => [median ?? 1, ...(ci95 ?? []), truth ?? 1]);
  const domain = logDomain([...band, ...ratios]);
  const known = own.filter(({ median }) => median !== null);
  const between = own.flatMap(({ ci95, ...row }) => (ci95 ? [{ ...row, lo: ci95[0], hi: ci95[1] }] : []));
  return draw(canvas, slots, {
    ...words,
    x: logScale(canvas, domain, axis, (value) => `${value}x`),
    marks: [
      Plot.rect([null], { x1: () => band[0], x2: () => band[1], y1: () => 0, y2: () => slots.height, fill: BAND }),
      Plot.ruleX([1], { stroke: INK, strokeWidth: 1, y1: 0, y2: slots.height }),
      Plot.ruleY(between, { y: 'mid', x1: 'lo', x2: 'hi', stroke: colorOf, strokeWidth: 3, strokeLinecap: 'round' }),
      Plot.ruleX(
        own.filter(({ truth }) => truth !== undefined),
        { x: 'truth', ...upright(12), stroke: INK, strokeWidth: 2 },
      ),
      Plot.dot(known, {
        x: 'median',
        y: 'mid',
        r: 4.5,
        symbol: (/** @type {{ tone: Tone }} */ { tone }) => TONES[tone].symbol,
        stroke: colorOf,
        fill: (/** @type {{ tone: Tone }} */ { tone }) => (TONES[tone].hollow ? PAPER : TONES[tone].color),
        strokeWidth: 2,
      }),
    ],
  });
}

/**
 * Every sample as a dot, the middle half as a box, the median as a line; samples outside Tukey's
 * fences are rings.
 *
 * @param {Canvas} canvas
 * @param {SampleRow[]} rows
 * @param {Words & { unit?: string }} options unit of the values
 * @returns {SVGSVGElement}
 */
export function distributionChart(canvas, rows, { unit = 'ns/mul', ...words }) {
  const slots = place(
    canvas,
    summed(rows, (box, samples) => {
      const outside = samples.filter(({ value }) => box.isOutside(value)).length;
      const range = `${ns(box.min)} to ${ns(box.max)}`;
      return { text: `median ${ns(box.median)} ${unit}`, detail: outside > 0 ? `${range}, ${outside} outside` : range };
    }),
  );
  const timed = timedIn(slots);
  const boxes = timed.map(({ box, mid }) => ({ ...box, mid }));
  const dots = timed.flatMap(({ box, samples, mid }) =>
    thinned(samples, box).map(({ value }, at) => ({
      ...{ value, outside: box.isOutside(value) },
      y: mid + 26 * (scatter(at) - 0.5),
    })),
  );
  const domain = logDomain(boxes.flatMap((box) => [box.min, box.max]));
  return draw(canvas, slots, {
    ...words,
    x: logScale(canvas, domain, `${unit}, log scale`, (value) => value.toLocaleString('en')),
    marks: [
      Plot.rect(boxes, { x1: 'q1', x2: 'q3', ...upright(10), fill: BAND, stroke: MUTED, strokeWidth: 1 }),
      Plot.dot(
        dots.filter(({ outside }) => !outside),
        { x: 'value', y: 'y', r: 1.8, fill: DOT, fillOpacity: 0.6 },
      ),
      Plot.dot(
        dots.filter(({ outside }) => outside),
        { x: 'value', y: 'y', r: 2.6, stroke: TONES.slower.color, strokeWidth: 1.2 },
      ),
      Plot.ruleX(boxes, { x: 'median', ...upright(13), stroke: INK, strokeWidth: 2 }),
    ],
  });
}

/**
 * Every sample in the order it was taken, as its deviation from the median of its row: a drift or a
 * slow phase of the machine shows as a slope or a step across the rows.
 *
 * @param {Canvas} canvas
 * @param {SampleRow[]} rows
 * @param {Words & { rounds: number }} options
 * @returns {SVGSVGElement}
 */
export function timeChart(canvas, rows, { rounds, ...words }) {
  const slots = place(
    canvas,
    summed(rows, (box) => ({
      text: `${signed(box.min / box.median - 1)} to ${signed(box.max / box.median - 1)}`,
      detail: '',
    })),
  );
  const timed = timedIn(slots).map(({ mid, box, samples }) => {
    const off = (/** @type {number} */ value) => Math.log(value / box.median);
    return {
      mid,
      points: thinned(samples, box).map(({ round, at, value }) => ({ x: round + at, off: off(value) })),
      medians: grouped(samples, ({ round }) => String(round)).map(([, own]) => ({
        ...{ x1: own[0].round + 0.06, x2: own[0].round + 0.94 },
        off: off(median(own.map(({ value }) => value))),
      })),
    };
  });
  const offs = timed.flatMap(({ points }) => points.map(({ off }) => Math.abs(off)));
  const reach = Math.asinh(max([Math.log1p(GUIDE), ...offs]) / LINEAR);
  /**
   * @param {number} mid
   * @param {number} off a log ratio; one outlier must not flatten all the rest, so beyond LINEAR its logarithm is drawn
   */
  const height = (mid, off) => mid - ((ROW / 2 - 6) * Math.asinh(off / LINEAR)) / reach;
  const points = timed.flatMap(({ points, mid }) => points.map(({ x, off }) => ({ x, y: height(mid, off) })));
  const medians = timed.flatMap(({ medians, mid }) => medians.map(({ off, ...x }) => ({ ...x, y: height(mid, off) })));
  const guides = timed.flatMap(({ mid }) => [height(mid, Math.log1p(GUIDE)), height(mid, -Math.log1p(GUIDE))]);
  const step = Math.ceil(rounds / (canvas.compact ? 10 : 25));
  const shown = Array.from({ length: rounds }, (_, round) => round).filter((round) => round % step === 0);
  return draw(canvas, slots, {
    ...words,
    x: {
      domain: [0, rounds],
      linear: true,
      ticks: shown.map((round) => round + 0.5),
      format: (value) => String(Math.floor(value) + 1),
      label: 'round, each started afresh',
      grid: false,
    },
    marks: [
      Plot.ruleX(
        Array.from({ length: rounds + 1 }, (_, round) => round),
        { y1: 0, y2: slots.height, stroke: RULE },
      ),
      Plot.ruleY(guides, { stroke: RULE }),
      Plot.ruleY(timed, { y: 'mid', stroke: MUTED, strokeDasharray: '2 3' }),
      Plot.dot(points, { x: 'x', y: 'y', r: 1.8, fill: DOT, fillOpacity: 0.7 }),
      Plot.ruleY(medians, { y: 'y', x1: 'x1', x2: 'x2', stroke: INK, strokeWidth: 1.6 }),
    ],
  });
}

/**
 * @template {{ name: string, heading?: true }} Row
 * @param {Canvas} canvas
 * @param {Row[]} rows
 * @returns {{ height: number, rows: (Row & { top: number, label: number, mid: number })[] }} where each row is, in px
 *   from the first one's top
 */
function place({ compact }, rows) {
  let bottom = 0;
  // Under headings there are many rows, and nothing in them but a line.
  const height = rows.some(({ heading }) => heading) ? DENSE_ROW : ROW;
  const placed = rows.map((row) => {
    const top = bottom;
    const above = compact || row.heading ? LABEL : 0;
    bottom = row.heading ? top + LABEL + 8 : top + above + (compact ? height - 8 : height);
    const mid = row.heading ? bottom : (top + above + bottom) / 2;
    return { ...row, top, mid, label: row.heading ? (top + bottom) / 2 : above > 0 ? top + 6 + LABEL / 2 : mid };
  });
  return { height: bottom, rows: placed };
}

/**
 * @param {Canvas} canvas
 * @param {{ height: number, rows: { name: string, heading?: true, top: number, label: number, mid: number, tone: Tone,
 *   text: string, detail: string, note?: string }[] }} slots
 * @param {Words & {
 *   x: { domain: number[], linear?: true, ticks: number[], format: (value: number) => string, label: string, grid?:
 *   false },
 *   marks: Plot.Markish[],
 * }} options
 * @returns {SVGSVGElement} the rows with their names on one side and their verdicts on the other
 */
function draw({ document, width, compact }, { height, rows }, { label, description, x, marks }) {
  const longest = (/** @type {string[]} */ texts) => CHARACTER * Math.max(...texts.map((text) => text.length)) + 18;
  const margins = compact
    ? { marginLeft: EDGE, marginRight: EDGE }
    : {
        marginLeft: longest(rows.map(({ name }) => ends(name))),
        marginRight: longest(rows.flatMap(({ text, detail }) => [text, detail])),
      };
  const marginTop = 4;
  const marginBottom = 46;
  // Above the rows the words cross the grid: a halo keeps them legible.
  const halo = compact ? { stroke: PAPER, strokeWidth: 5 } : {};
  const left = /** @type {const} */ ({
    frameAnchor: 'left',
    textAnchor: 'start',
    dx: compact ? 0 : -margins.marginLeft,
    fill: INK,
    ...halo,
  });
  const right = /** @type {const} */ ({
    frameAnchor: 'right',
    textAnchor: compact ? 'end' : 'start',
    dx: compact ? 0 : 16,
    ...halo,
  });
  const room = Math.floor((width - margins.marginLeft - margins.marginRight) / CHARACTER);
  const heads = rows.filter(({ heading }) => heading);
  const named = rows.filter(({ heading }) => !heading);
  const svg = Plot.plot({
    document,
    width,
    height: height + marginTop + marginBottom,
    marginTop,
    marginBottom,
    ...margins,
    ariaLabel: label,
    ariaDescription: description,
    style: { fontFamily: 'var(--sans, system-ui, sans-serif)', fontSize: '12px', overflow: 'visible' },
    x: { type: x.linear ? 'linear' : 'log', domain: x.domain, inset: x.linear ? 0 : INSET, axis: null },
    y: { type: 'linear', domain: [0, height], range: [marginTop, marginTop + height], axis: null },
    marks: [
      x.grid === false ? null : Plot.ruleX(x.ticks, { y1: 0, y2: height, stroke: RULE }),
      Plot.axisX(x.ticks, {
        text: x.format,
        tickSize: 4,
        label: x.label,
        labelAnchor: 'center',
        labelArrow: 'none',
        labelOffset: 38,
        fontSize: 12,
      }),
      Plot.ruleY([...rows.map(({ top }) => top), height], {
        stroke: RULE,
        insetLeft: compact ? 0 : -margins.marginLeft,
        insetRight: compact ? 0 : -margins.marginRight,
      }),
      ...marks,
      Plot.text(heads, { y: 'label', text: 'name', ...left, fontFamily: MONO, fontWeight: 700, fontSize: 12.5 }),
      Plot.text(named, { y: 'label', text: ({ name }) => ends(name), ...left, fontFamily: MONO, fontSize: 12 }),
      Plot.text(
        named.filter(({ note }) => note),
        {
          y: 'mid',
          text: ({ note }) => shortened(note, room),
          frameAnchor: 'left',
          textAnchor: 'start',
          dx: compact ? 0 : 8,
          fill: MUTED,
          stroke: PAPER,
          strokeWidth: 5,
        },
      ),
      Plot.text(named, {
        y: ({ label, detail }) => label - (compact || detail === '' ? 0 : 8),
        text: 'text',
        ...right,
        fill: (/** @type {{ tone: Tone }} */ { tone }) => (tone === 'none' ? INK : TONES[tone].color),
        fontWeight: 600,
      }),
      compact
        ? null
        : Plot.text(
            named.filter(({ detail }) => detail !== ''),
            { y: ({ label }) => label + 8, text: 'detail', ...right, fill: MUTED, fontSize: 11.5 },
          ),
    ],
  });
  svg.setAttribute('role', 'img');
  return /** @type {SVGSVGElement} */ (svg);
}

/**
 * @param {Canvas} canvas
 * @param {[number, number]} domain
 * @param {string} label
 * @param {(value: number) => string} say a value of three digits
 */
const logScale = ({ compact }, domain, label, say) => ({
  ...{ domain, label, ticks: logTicks(domain, compact ? 6 : 9) },
  format: (/** @type {number} */ value) => say(+value.toPrecision(3)),
});

/** @param {number} reach px @returns a mark that is as high above the middle of its row as it is deep below */
const upright = (reach) => ({
  y1: (/** @type {{ mid: number }} */ { mid }) => mid - reach,
  y2: (/** @type {{ mid: number }} */ { mid }) => mid + reach,
});

/**
 * @param {SampleRow[]} rows
 * @param {(box: Box, samples: SampleRow['samples']) => { text: string, detail: string }} say
 * @returns each with what is said of its samples, or why it has none
 */
const summed = (rows, say) =>
  rows.map((row) => {
    const { samples, error } = row;
    const box = samples.length > 0 ? boxOf(samples.map(({ value }) => value)) : null;
    const said = box ? say(box, samples) : { text: 'no time', detail: '', note: error ?? 'no samples' };
    return { ...row, ...said, box, tone: /** @type {Tone} */ (box ? 'none' : 'error') };
  });

/** @template Row @param {{ rows: (Row & { box: Box | null })[] }} slots @returns {(Row & { box: Box })[]} */
const timedIn = ({ rows }) => rows.flatMap((row) => (row.box ? [{ ...row, box: row.box }] : []));

/**
 * @template {{ value: number }} Sample
 * @param {Sample[]} samples
 * @param {Box} box
 * @returns {Sample[]} all of them; of very many every so-manieth, and everything outside the fences
 */
function thinned(samples, { isOutside }) {
  const step = Math.ceil(samples.length / MOST_DOTS);
  return samples.filter(({ value }, at) => at % step === 0 || isOutside(value));
}

/** @param {string} name @returns {string} what tells names apart is at their ends */
function ends(name) {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME / 2)}…${name.slice(1 - LONGEST_NAME / 2)}` : name;
}

/** @param {string} text @param {number} length @returns {string} its first line, cut where it does not fit */
function shortened(text, length) {
  const [line] = text.split('\n');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** @param {number} at @returns {number} in [0, 1): spread evenly, and the same in every rendering */
const scatter = (at) => (at * 0.6180339887498949) % 1;

/** @param {number} fraction */
const signed = (fraction) => `${fraction < 0 ? '−' : '+'}${percent(Math.abs(fraction))}`;

/** @param {number[]} values @returns {[number, number]} with room at both ends */
function logDomain(values) {
  const finite = values.filter((value) => value > 0);
  if (finite.length === 0) return [0.5, 2];
  const [lo, hi] = [min(finite), max(finite)];
  const room = Math.max((hi / lo) ** 0.02, 1.01);
  return [lo / room, hi * room];
}

/**
 * @param {[number, number]} domain
 * @param {number} most how many there may be
 * @returns {number[]} 1, 2, 5, 10 ... or whole decades; even steps where those are too few
 */
function logTicks([lo, hi], most) {
  const exponents = Array.from({ length: 41 }, (_, at) => at - 20);
  /** @param {number[]} digits @param {number} stride in decades */
  const ticksOf = (digits, stride) =>
    exponents
      .filter((exponent) => exponent % stride === 0)
      .flatMap((exponent) => digits.map((digit) => Number(`${digit}e${exponent}`)))
      .filter((tick) => tick >= lo && tick <= hi);
  const fine = ticksOf([1, 2, 5], 1);
  if (fine.length >= 3)
    return (
      [fine, ...[1, 2, 3, 5, 10].map((stride) => ticksOf([1], stride))].find(({ length }) => length <= most) ?? [1]
    );
  const rough = (hi - lo) / (most - 2);
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = decade * ([1, 2, 5].find((digit) => digit * decade >= rough) ?? 10);
  const from = Math.ceil(lo / step);
  return Array.from({ length: Math.floor(hi / step) - from + 1 }, (_, at) => +((from + at) * step).toPrecision(12));
}
