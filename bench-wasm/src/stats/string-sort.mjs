/** A mistake, kept to show what it makes of a median: JavaScript sorts numbers as strings unless it is told not to. */

import { medianSorted } from 'simple-statistics';

/**
 * @param {readonly number[]} values at least one
 * @returns {number} what stands in the middle when they are in the order of their digits
 */
export const stringSortedMedian = (values) => medianSorted([...values].sort());
