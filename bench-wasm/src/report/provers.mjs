/** What is known of provers without a clock, as a table. */

/** @typedef {import('./tables.mjs').Table} Table */

/** @param {number | null} bytes */
const mib = (bytes) => (bytes === null ? '-' : (bytes / 2 ** 20).toFixed(1));

/**
 * @param {readonly import('./shape.mjs').Result['kernels'][number][]} kernels
 * @returns {Table}
 */
export const proversTable = (kernels) => ({
  caption: 'What a proof takes beside time',
  columns: [
    { label: 'prover' },
    { label: 'what', prose: true },
    { label: 'module or program, bytes', numeric: true },
    { label: 'its memory, MiB', numeric: true },
    { label: 'process at most, MiB', numeric: true },
  ],
  rows: kernels.flatMap(({ id, summary, prover }) =>
    prover
      ? [
          {
            cells: [
              id,
              summary,
              prover.bytes === null ? '-' : prover.bytes.toLocaleString('en'),
              mib(prover.memory),
              mib(prover.process),
            ].map((text) => ({ text })),
          },
        ]
      : [],
  ),
});
