import { groupByRow, rowKey } from './rows.mjs';

/** @import { RowName, Sample } from './rows.mjs' */

/**
 * Something that kept a row from being measured.
 * @typedef {RowName & {message: string}} RunError
 */

/**
 * Why rows may not be timed. A wrong checksum disqualifies the kernel on that engine in every model: its product is
 * wrong there,
 * whatever the loop around it.
 * @param {readonly Sample[]} samples
 * @param {readonly RunError[]} [errors] what the run itself reported
 * @returns {Map<string, string>} row key -> all that is wrong with the row; rows without a fault are absent
 */
export function findFaults(samples, errors = []) {
  const rows = groupByRow(samples);
  /** @type {Map<string, Set<string>>} */
  const faults = new Map();
  /** @type {(name: RowName, message: string) => void} */
  const add = (name, message) => {
    const key = rowKey(name);
    faults.set(key, (faults.get(key) ?? new Set()).add(message));
  };

  for (const error of errors) add(error, error.message);
  for (const row of rows.values()) {
    const wrong = row.samples.filter(({ check }) => check !== true).length;
    if (wrong > 0) {
      const message = `${wrong} of ${row.samples.length} checksums in ${row.model} are wrong`;
      for (const other of rows.values()) {
        if (other.engine === row.engine && other.kernel === row.kernel) add(other, message);
      }
    }
    const untimed = row.samples.filter(({ ns, n }) => !(Number.isFinite(ns / n) && ns / n > 0)).length;
    if (untimed > 0) add(row, `${untimed} of ${row.samples.length} samples have no duration above zero`);
  }
  return new Map([...faults].map(([key, messages]) => [key, [...messages].join('; ')]));
}
