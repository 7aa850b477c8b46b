/** What an engine lacks, where nothing is broken. */
export class UnsupportedError extends Error {
  name = 'UnsupportedError';
}
