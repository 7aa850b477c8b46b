/**
 * The building blocks of the page, as elements of a document: every value becomes a text or an attribute, so nothing in
 * a result can become markup. Runs in a browser as well.
 */

/** @import { Canvas, Words } from './charts.mjs' */
/** @import { Cell, Column, Table, Tone } from './table.mjs' */
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
  failed: '✕',
};

/** @type {Cell} */
const NO_TIME = { text: 'no time:', tone: 'error' };

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
   * Markup with values in it: texts, of which nothing becomes markup, and elements, one or several.
   *
   * @param {TemplateStringsArray} parts lines are broken and indented for the reader of the source alone
   * @param {(Child | Child[])[]} values null and false are left out
   * @returns {HTMLElement} the one that all is in
   */
  html(parts, ...values) {
    /** @type {Node[]} */
    const nodes = [];
    const slots = values.map((value) =>
      [value].flat().map((child) => {
        if (child === null || child === false) return '';
        if (typeof child === 'string') return child.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
        nodes.push(child);
        return '<template></template>';
      }),
    );
    const markup = this.#document.createElement('template');
    markup.innerHTML = parts.map((part, at) => part.replace(/\n\s*/g, '') + (slots[at]?.join('') ?? '')).join('');
    const places = markup.content.querySelectorAll('template');
    for (const [at, place] of [...places].entries()) place.replaceWith(nodes[at]);
    return /** @type {HTMLElement} */ (markup.content.firstElementChild);
  }

  /** @param {string} id @param {string} heading h2, h3 @param {Child | Child[]} title @param {Child[]} children */
  section(id, heading, title, ...children) {
    const head = this.make(heading, { id: `${id}-title` }, ...[title].flat());
    return this.make('section', { id, 'aria-labelledby': `${id}-title` }, head, ...children);
  }

  /** @param {string} kind its class @param {readonly (readonly [term: string, text: string])[]} facts */
  facts(kind, facts) {
    const rows = facts.map(([term, text]) => this.html`<div><dt>${term}</dt><dd>${unbroken(text)}</dd></div>`);
    return this.html`<dl class="${kind}">${rows}</dl>`;
  }

  /** @param {readonly (readonly [Tone, string])[]} badges */
  badges(badges) {
    const items = badges.map(
      ([tone, text]) => this.html`<li class="${`badge ${tone}`}">${this.#mark(tone)}${text}</li>`,
    );
    return this.html`<ul class="badges" aria-label="State">${items}</ul>`;
  }

  /** @param {string} kind its class @param {Child[][]} items */
  list(kind, items) {
    return this.html`<ul class="${kind}">${items.map((item) => this.html`<li>${item}</li>`)}</ul>`;
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
    return this.html`<figure>${drawings}<figcaption>${unbroken(caption)}</figcaption></figure>`;
  }

  /** @param {Table} table @param {string} kind its class */
  table({ caption, columns, rows, foot, notes = [] }, kind) {
    const id = `table-${++this.#tables}`;
    /** @param {Column} column @returns {Record<string, string>} */
    const numbers = ({ numeric }) => (numeric ? { class: 'number' } : {});
    const head = columns.map((column) => this.make('th', { scope: 'col', ...numbers(column) }, column.label));
    /** @param {Cell[]} cells @returns {Child[]} */
    const line = ([name, ...cells]) => [
      this.html`<th scope="row">${this.#cell(name)}</th>`,
      ...cells.map((cell, at) => this.make('td', numbers(columns[at + 1]), ...this.#cell(cell))),
    ];
    const lines = rows.map(({ cells, error, aside }) =>
      this.make(
        'tr',
        aside ? { class: 'aside' } : {},
        ...line(error === undefined ? cells : cells.slice(0, 1)),
        error !== undefined &&
          this.html`<td class="reason" colspan="${String(columns.length - 1)}">${this.#cell(NO_TIME)} ${error}</td>`,
      ),
    );
    const noted = notes.map((note) => [note]);
    // It can be scrolled, by keyboard too: so it takes the focus and has a name.
    return this.html`
      <div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">
        <table class="${kind}">
          <caption id="${id}"><span>${unbroken(caption)}</span></caption>
          <thead><tr>${head}</tr></thead>
          <tbody>${lines}</tbody>
          ${foot ? this.html`<tfoot><tr>${line(foot)}</tr></tfoot>` : null}
        </table>
        ${notes.length > 0 && this.list('notes', noted)}
      </div>`;
  }

  /** @param {Cell} cell @returns {Child[]} */
  #cell({ text, detail, tone, code }) {
    /** @type {Record<string, string>} */
    const attributes = tone && tone !== 'none' ? { class: `tone ${tone}` } : {};
    const main = this.make(code ? 'code' : 'span', attributes, tone ? this.#mark(tone) : null, ...this.#whole(text));
    return detail ? [main, ' ', this.make('small', {}, detail)] : [main];
  }

  /** @param {string} text @returns {Child[]} in which an interval stays on one line */
  #whole(text) {
    const parts = text.split(/(\([\d.]+-[\d.]+\)†?)/);
    return parts.map((part, at) => (at % 2 === 1 ? this.html`<span class="interval">${part}</span>` : part));
  }

  /** @param {Tone} tone */
  #mark(tone) {
    const mark = MARKS[tone];
    return mark ? this.html`<span aria-hidden="true">${`${mark} `}</span>` : null;
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
