/**
 * One timed batch of a result file.
 * @typedef {object} Sample
 * @property {string} engine
 * @property {string} kernel
 * @property {string} model
 * @property {number} round index of the process it was taken in
 * @property {number} order place of the kernel in its round
 * @property {number} n products (other operations, calls) in the batch, > 0
 * @property {number} ns duration of the whole batch in ns, > 0
 * @property {boolean} check the checksum equalled the expected one
 */

/**
 * The three words that name a row of a report.
 * @typedef {object} RowName
 * @property {string} engine
 * @property {string} kernel
 * @property {string} model
 */

/** @typedef {RowName & {samples: Sample[]}} Row */

/**
 * @param {RowName} name
 * @returns {string} the same string for the same row, and only for it; sorts by engine, then model, then kernel
 */
export function rowKey({ engine, model, kernel }) {
  // No name has a line break in it. Every sample of every run is asked for its key.
  return `${engine}\n${model}\n${kernel}`;
}

/**
 * @param {readonly Sample[]} samples
 * @returns {Map<string, Row>} every row that has a sample, by its key
 */
export function groupByRow(samples) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const sample of samples) {
    const key = rowKey(sample);
    let row = rows.get(key);
    if (!row) {
      const { engine, kernel, model } = sample;
      rows.set(key, (row = { engine, kernel, model, samples: [] }));
    }
    row.samples.push(sample);
  }
  return rows;
}

/**
 * @param {readonly Sample[]} samples
 * @returns {number[]} ns per product of every sample
 */
export function nsPerProduct(samples) {
  return samples.map(({ ns, n }) => ns / n);
}
