/**
 * The building blocks of the page, as elements of a document: every string becomes a text node or
 * an attribute, so nothing in a result can become markup. Runs in a browser as well.
 */

/** @typedef {import('./charts.mjs').Canvas} Canvas */
/** @typedef {import('./charts.mjs').Words} Words */
/** @typedef {import('./tables.mjs').Cell} Cell */
/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('./tables.mjs').Tone} Tone */
/** @typedef {Node | string | null | false} Child */

/** Widths that charts are drawn for, in px: the stylesheet shows the one that fits, unscaled. */
const WIDE = 896;
const NARROW = 350;
/** A verdict is a word and a mark; the colour comes third. @type {Partial<Record<Tone, string>>} */
const MARKS = {
  faster: '▲',
  slower: '▼',
  equivalent: '=',
  undecided: '?',
  error: '✕',
  passed: '✓',
  blind: '?',
  failed: '✕',
};

export class Elements {
  #document;
  #tables = 0;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
  }

  /**
   * @param {string} tag
   * @param {Record<string, string>} attributes
   * @param {Child[]} children null and false are left out
   * @returns {HTMLElement}
   */
  make(tag, attributes, ...children) {
    const element = this.#document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.filter((child) => child !== null && child !== false));
    return element;
  }

  /**
   * @param {string} tag a sectioning element
   * @param {string} id
   * @param {string} heading h2, h3 ...
   * @param {Child[]} title
   * @param {Child[]} children
   */
  section(tag, id, heading, title, ...children) {
    return this.make(
      tag,
      { id, 'aria-labelledby': `${id}-title` },
      this.make(heading, { id: `${id}-title` }, ...title),
      ...children,
    );
  }

  /**
   * @param {string} kind its class
   * @param {(readonly [term: string, text: string])[]} facts
   */
  facts(kind, facts) {
    return this.make(
      'dl',
      { class: kind },
      ...facts.map(([term, text]) => this.make('div', {}, this.make('dt', {}, term), this.make('dd', {}, text))),
    );
  }

  /** @param {readonly (readonly [Tone, string])[]} badges */
  badges(badges) {
    return this.make(
      'ul',
      { class: 'badges', 'aria-label': 'State' },
      ...badges.map(([tone, text]) => this.make('li', { class: `badge ${tone}` }, this.#mark(tone), text)),
    );
  }

  /**
   * @param {string} text
   * @param {string[]} ids what is set as code in it
   * @returns {Child[]}
   */
  prose(text, ids) {
    const longestFirst = [...ids].sort((a, b) => b.length - a.length).map((id) => id.replace(/[.+]/g, '\\$&'));
    const parts = text.split(new RegExp(`(?<![\\w-])(${longestFirst.join('|')})(?![\\w-])`));
    return parts.map((part, at) => (at % 2 === 1 ? this.make('code', {}, part) : unbroken(part)));
  }

  /**
   * A chart at both widths.
   *
   * @param {(canvas: Canvas, words: Words) => SVGSVGElement} chart
   * @param {Words & { caption: string }} words
   */
  figure(chart, { caption, ...words }) {
    const drawings = [
      { kind: 'wide', canvas: { document: this.#document, width: WIDE, compact: false } },
      { kind: 'narrow', canvas: { document: this.#document, width: NARROW, compact: true } },
    ].map(({ kind, canvas }) => {
      const svg = chart(canvas, words);
      svg.setAttribute('class', kind);
      // Plot's own style sheet is for the class that it had.
      svg.querySelector('style')?.remove();
      // Plot's names of its groups: an image is one thing to those who do not see it, and has its name.
      for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
      return rounded(svg);
    });
    return this.make('figure', {}, ...drawings, this.make('figcaption', {}, unbroken(caption)));
  }

  /**
   * @param {Table} table
   * @param {string} kind its class
   */
  table({ caption, columns, rows, foot, notes = [] }, kind) {
    const id = `table-${++this.#tables}`;
    const head = this.make(
      'tr',
      {},
      ...columns.map(({ label, numeric }) =>
        this.make('th', { scope: 'col', ...(numeric && { class: 'number' }) }, label),
      ),
    );
    const lines = rows.map(({ cells: [name, ...cells], error, aside }) =>
      this.make(
        'tr',
        aside ? { class: 'aside' } : {},
        this.make('th', { scope: 'row' }, ...this.#cell(name)),
        ...(error === undefined
          ? cells.map((cell, at) =>
              this.make('td', columns[at + 1].numeric ? { class: 'number' } : {}, ...this.#cell(cell)),
            )
          : [
              this.make(
                'td',
                { class: 'reason', colspan: String(columns.length - 1) },
                ...this.#cell({ text: 'no time:', tone: 'error' }),
                ` ${error}`,
              ),
            ]),
      ),
    );
    const [name, ...totals] = foot ?? [];
    const last =
      name &&
      this.make(
        'tr',
        {},
        this.make('th', { scope: 'row' }, ...this.#cell(name)),
        ...totals.map((cell, at) =>
          this.make('td', columns[at + 1].numeric ? { class: 'number' } : {}, ...this.#cell(cell)),
        ),
      );
    // It can be scrolled, by keyboard too: so it takes the focus and has a name.
    return this.make(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-labelledby': id },
      this.make(
        'table',
        { class: kind },
        this.make('caption', { id }, this.make('span', {}, unbroken(caption))),
        this.make('thead', {}, head),
        this.make('tbody', {}, ...lines),
        last ? this.make('tfoot', {}, last) : null,
      ),
      notes.length > 0 ? this.make('ul', { class: 'notes' }, ...notes.map((note) => this.make('li', {}, note))) : null,
    );
  }

  /** @param {Cell} cell @returns {Child[]} */
  #cell({ text, detail, tone, code }) {
    const main = this.make(
      code ? 'code' : 'span',
      tone && tone !== 'none' ? { class: `tone ${tone}` } : {},
      tone ? this.#mark(tone) : null,
      text,
    );
    return detail ? [main, ' ', this.make('small', {}, detail)] : [main];
  }

  /** @param {Tone} tone */
  #mark(tone) {
    const mark = MARKS[tone];
    return mark ? this.make('span', { 'aria-hidden': 'true' }, `${mark} `) : null;
  }
}

/** @param {string} text @returns {string} a number and its % stay on one line */
export const unbroken = (text) => text.replace(/(\d) %/g, '$1\u00a0%');

/**
 * Two decimals of a px are enough, and half the size of the page.
 *
 * @param {SVGSVGElement} svg
 */
function rounded(svg) {
  for (const element of svg.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (!name.startsWith('aria-') && /\.\d{3}/.test(value))
        element.setAttribute(
          name,
          value.replace(/-?\d+\.\d{3,}/g, (number) => String(+(+number).toFixed(2))),
        );
    }
  }
  return svg;
}
