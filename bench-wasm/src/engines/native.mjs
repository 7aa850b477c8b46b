/**
 * This machine itself: the crate's kernels that are not wasm's own, compiled for its processor.
 * A second engine has arkworks' assembly, which replaces the product of `multi3-mitigated`. Products of other projects
 * are timed in programs of their own, in the first engine without assembly and in the second with it.
 */

import { execa } from 'execa';
import { cpuFeatures } from '../measure/environment.mjs';
import { buildOf } from '../neighbours/neighbour-rows.mjs';
import { FIELDS } from '../oracle/field.mjs';
import { fieldBuild } from '../setup/field-module.mjs';
import { ASSEMBLY_RUSTFLAGS, ensurePrograms } from '../setup/programs.mjs';
import { ROOT, ensureToolchain } from '../setup/toolchain.mjs';
import { standaloneEngine } from './standalone.mjs';

/** @returns {import('../measure/run.mjs').Engine[]} */
export const native = () => [plain(), assembly()];

/** Crates that are compiled into one program. */
const CRATES = ['crypto-bigint', 'halo2curves', 'ruint'];

/** @param {string} suffix of the names of programs @returns {Record<string, string>} */
const others = (suffix) => ({
  ...Object.fromEntries(CRATES.map((id) => [buildOf(id), `neighbours${suffix}`])),
  [buildOf('gnark-crypto')]: `gnark-crypto${suffix}`,
  ...Object.fromEntries(FIELDS.map(({ id }) => [fieldBuild(id), `fields${suffix}`])),
});

/** A release build for any processor of the architecture. */
const plain = () => engine({ id: 'native', flags: [], others: others(''), probe: rustc });

const assembly = () =>
  engine({
    id: 'native-asm',
    flags: [ASSEMBLY_RUSTFLAGS, '--features ark-bn254-06/asm'],
    others: { ...others('-asm'), [buildOf('blst')]: 'fields-asm' },
    probe() {
      if (process.arch !== 'x64') throw new Error(`arkworks has assembly for x86-64, not for ${process.arch}`);
      const lacking = ['bmi2', 'adx'].filter((name) => !cpuFeatures().includes(name));
      if (lacking.length > 0)
        throw new Error(`arkworks' assembly needs ${lacking.join(' and ')}, which this processor does not say it has`);
      return rustc();
    },
  });

/**
 * @param {{ id: string, flags: string[], others: Record<string, string>, probe: () => ReturnType<typeof rustc> }} build
 */
function engine({ id, flags, others: more, probe }) {
  return standaloneEngine({
    id,
    flags,
    tier: 'rustc, opt-level 3',
    probe: async () => probe(),
    programs: { baseline: id },
    others: more,
    command: (file) => [file],
    // There is nothing to fetch: a run would build it otherwise.
    install: async (onProgress) =>
      void (await ensurePrograms([id], { env: await ensureToolchain({ onProgress }), onProgress })),
  });
}

/** @type {Promise<string> | undefined} */
let said;

/** @returns {Promise<{ version: string, features: {} }>} of the compiler of this checkout, which is asked once */
async function rustc() {
  said ??= execa('rustc', ['--version'], { cwd: ROOT }).then(({ stdout }) => stdout);
  const stdout = await said.catch((error) => {
    // It may be installed before the next question.
    said = undefined;
    throw error;
  });
  return { version: String(/\d+\.\d+\.\d+\S*/.exec(stdout)?.[0]), features: {} };
}
