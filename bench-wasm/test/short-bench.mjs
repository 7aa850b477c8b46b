/** The bench, as it is but for this: a row is timed before it is warm. */

import { main } from '../index.mjs';

process.exitCode = await main(process.argv.slice(2), { longestWarmUpNs: 2e6 });
