import { sizedStream } from './sized-stream.mjs';

/** @param {number} log2 of the elements of each array */
const streamOf = (log2) => sizedStream({ id: `stream-${2 ** log2}`, log2 });

export const stream08 = streamOf(8);
export const stream10 = streamOf(10);
export const stream12 = streamOf(12);
export const stream14 = streamOf(14);
export const stream16 = streamOf(16);
export const stream18 = streamOf(18);
export const stream20 = streamOf(20);
export const stream22 = streamOf(22);
