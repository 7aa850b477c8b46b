import { sameBytes } from '../oracle/field.mjs';
import { ALONE } from '../setup/alone-module.mjs';
import { callModel } from './calls.mjs';
import { chain } from './chain.mjs';
import { repeated } from './model.mjs';

/** Between the two parts of what a row calls: no build and no kernel has it in its name. */
const SEPARATOR = '/';

export const firstProduct = callModel({
  id: 'first-product',
  title: 'from the bytes of a module to its first product',
  meaning:
    'A module that has this kernel and nothing else is compiled, instantiated and called once, each time as bytes ' +
    'that the engine has not seen: what a kernel costs before its first product.',
  short: 'first product',
  unit: { id: 'ns/start', label: 'µs/start', ns: 1000 },
  operation: 'first product',
  onDemand: true,
  row: ({ id, of = id, build, code }) =>
    code === undefined ? null : { build: ALONE, of: `${build}${SEPARATOR}${of}` },

  async task({ field, exports, kernel, lanes, seed }) {
    if (!exports.openAlone) throw new Error('this build has no modules of one kernel');
    const [build, id] = kernel.split(SEPARATOR);
    const start = await exports.openAlone(build, id);
    const right = field.toBytes(chain.loop.closedForm(field, seed, 1, lanes));
    const wrong = `the first product of ${id} with seed ${seed} is not what BigInt expects`;
    return repeated({ compute: () => start(seed), right: (got) => sameBytes(got, right), wrong });
  },
});
