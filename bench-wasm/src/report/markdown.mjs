/** The outline of a report as markdown, in which tables stand for charts. */

import { markdownTable } from 'markdown-table';
import { outline, state } from './outline.mjs';

/** @import { Report } from './merge.mjs' */
/** @import { Part, Section } from './outline.mjs' */
/** @import { Cell, Table } from './table.mjs' */

/** @param {Report} report @returns {string} ends with a newline */
export function renderMarkdown(report) {
  const parts = [
    '# fqmul: should this field multiplication go upstream?',
    ...badged(state(report)),
    ...outline(report).flatMap((section) => renderSection(section, '##')),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** @param {Section} section @param {string} level of its heading @returns {string[]} */
export const renderSection = ({ title, model, badges = [], parts, folded }, level) => [
  `${level} ${model ? `${escaped(model)}: ` : ''}${escaped(title)}`,
  ...badged(badges),
  ...parts.flatMap((part) => renderPart(part, `${level}#`)),
  ...(folded?.sections ?? []).flatMap((section) => renderSection(section, `${level}#`)),
];

/** @param {[unknown, string][]} badges @returns {string[]} */
const badged = (badges) => (badges.length > 0 ? [badges.map(([, text]) => `**${escaped(text)}**`).join(' · ')] : []);

/** @param {Part} part @param {string} level of a heading in it @returns {string[]} paragraphs */
function renderPart(part, level) {
  if ('text' in part) return [escaped(part.text)];
  if ('points' in part)
    return listed(
      part.points.map((point) =>
        typeof point === 'string' ? escaped(point) : [point.lead, ...point.under].map(escaped).join('\n  - '),
      ),
    );
  if ('heading' in part) return [`${level} ${part.model ? `${escaped(part.model)}: ` : ''}${escaped(part.heading)}`];
  if ('table' in part) return part.captioned === false ? [renderTable(part.table)] : titled(part.table);
  if ('facts' in part) return listed(part.facts.map(([term, text]) => `${term}: ${escaped(text)}`));
  if ('code' in part) return [fenced(part.code)];
  return [];
}

/** Of a table whose columns stand under each other as text, characters. */
const WIDEST = 160;

/** @param {Table} table @returns {string[]} under its caption */
export const titled = (table) => [`**${escaped(table.caption)}**`, renderTable(table)];

/** @param {string[]} lines in markdown @returns {string[]} a list of them, if there are any */
const listed = (lines) => (lines.length > 0 ? [lines.map((line) => `- ${line}`).join('\n')] : []);

/** @param {Table} table @returns {string} with its notes */
export function renderTable({ columns, rows, foot, notes = [] }) {
  const body = rows.map(({ cells, error }) =>
    error === undefined
      ? cells.map(cellText)
      : [cellText(cells[0]), `**no time:** ${escaped(error)}`, ...columns.slice(2).map(() => '')],
  );
  const lines = [columns.map(({ label }) => escaped(label)), ...body, ...(foot ? [foot.map(cellText)] : [])];
  const align = columns.map(({ numeric }) => (numeric ? 'r' : 'l'));
  const aligned = markdownTable(lines, { align });
  // Where lines are broken anyway, columns need not stand under each other.
  const table = aligned.indexOf('\n') > WIDEST ? markdownTable(lines, { align, alignDelimiters: false }) : aligned;
  return [table, ...listed(notes.map(escaped))].join('\n\n');
}

/** @param {Cell} cell */
function cellText({ text, detail, code, best, link }) {
  // Ids consist of letters, digits, dot, plus and minus; whatever else comes here is set as text.
  const main = code && /^[\w.+-]+$/.test(text) ? `\`${text}\`` : escaped(text);
  const linked = link ? `[${main}][${link}]` : main;
  const marked = best ? `**${linked}**` : linked;
  return detail ? `${marked} (${escaped(detail)})` : marked;
}

/** @param {string} text @returns {string} on one line, and nothing in it is markup */
export function escaped(text) {
  return text.replace(/\s+/g, ' ').replace(/[\\|`*_<>[\]~#]/g, '\\$&');
}

/** @param {string} code @returns {string} in a fence that it does not close */
function fenced(code) {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${code}\n${fence}`;
}
