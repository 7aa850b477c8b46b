/** What cannot be metered, or not in the way that was asked for: the message says what is, and what would do. */
export class InkError extends Error {
  name = 'InkError';
}
