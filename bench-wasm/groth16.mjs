#!/usr/bin/env node
/** `npm --prefix groth16 run build`: the modules of the prover's npm package, where npm packs them. */

import { Command } from 'commander';
import { isProgram, obey, typedWords } from './src/command/options.mjs';
import { writeProverPackage } from './src/setup/prover-package.mjs';
import { ensureToolchain, showProgress } from './src/setup/toolchain.mjs';

/** @param {string[]} args @returns {Promise<number>} exit code */
const main = (args) =>
  obey(
    new Command('npm --prefix groth16 run build --').description(
      'Compiles the three modules of the package fqmul-groth16 into groth16/dist and bundles its scripts there; npm ' +
        'pack makes the tarball.',
    ),
    args,
    async () => {
      const onProgress = showProgress();
      const sizes = await writeProverPackage({ env: await ensureToolchain({ onProgress }), onProgress });
      for (const { name, bytes, gzipped } of sizes)
        console.log(`groth16/dist/${name}.mjs: ${kilobytes(bytes)}, ${kilobytes(gzipped)} by gzip`);
      return 0;
    },
  );

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
