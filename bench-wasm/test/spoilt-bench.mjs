/** The bench on the real builds, one of which has a wrong constant. */

import { main } from '../index.mjs';

process.exitCode = await main(process.argv.slice(2), {
  loader: new URL('./spoilt-loader.mjs', import.meta.url).href,
  longestWarmUpNs: 2e6,
});
