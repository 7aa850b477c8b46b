/** The bench on the fake module, as a program: what `npm run bench` does without a build. */

import { main } from '../index.mjs';
import { allEngines } from '../src/engines/index.mjs';
import { nodeEngine } from '../src/engines/node.mjs';
import { fakeRow } from './fake-module.mjs';

process.exitCode = await main(process.argv.slice(2), {
  loader: new URL('./fake-loader.mjs', import.meta.url).href,
  longestWarmUpNs: 2e6,
  // One more, on which no time is taken.
  enginesOf: (options) => [
    ...allEngines(options),
    { ...nodeEngine({ loader: options?.loader, suffix: '-emulated' }), emulated: true },
  ],
  prepare: async () => ({
    kernels: [fakeRow({ id: 'multi3-mitigated' }), fakeRow({ id: 'simd', lanes: 2, build: 'simd128' })].map((row) => ({
      ...row,
      sha256: '0'.repeat(64),
    })),
    versions: { rustc: 'rustc 0.0.0', wasmPack: null, wasmOpt: null, arkFf: ['0.4.2'] },
  }),
});
