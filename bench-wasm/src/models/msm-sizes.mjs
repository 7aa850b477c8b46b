import { sumModel } from './sum.mjs';

/** @param {number} log2 of the points */
const msmOf = (log2) => sumModel({ id: `msm-${2 ** log2}`, log2 });

export const msm08 = msmOf(8);
export const msm10 = msmOf(10);
export const msm12 = msmOf(12);
export const msm14 = msmOf(14);
export const msm16 = msmOf(16);
export const msm18 = msmOf(18);
