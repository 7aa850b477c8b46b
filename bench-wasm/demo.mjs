#!/usr/bin/env node
/** `npm run demo`: a page that proves by this project's package and by snarkjs, side by side. */

import { relative } from 'node:path';
import { PAGE, buildDemo, serveDemo } from './demo/build.mjs';
import { EXIT, commandNamed, isProgram, obey, typedIn, typedWords, wholeNumber } from './src/command/options.mjs';
import { publishedCircuit } from './src/setup/circuits.mjs';
import { ensureProverPackage } from './src/setup/prover-package.mjs';
import { ensureToolchain, showProgress } from './src/setup/toolchain.mjs';

/** Of Semaphore's tree: the depth that most groups have. */
const DEPTH = 20;

const commandLine = () =>
  commandNamed(
    'demo',
    'Builds a page that proves membership in Semaphore, by the package fqmul-groth16 and by snarkjs, and serves it ' +
      'on this machine.\nThe first run fetches Semaphore’s keys, 109 MB.',
  )
    .option('--build', 'build only')
    .option('--port <n>', 'to serve it on, or a free one after it', wholeNumber(1, 65535), 4174);

/** @param {string[]} args @returns {Promise<number>} exit code; the server, if there is one, runs on */
const main = (args) =>
  obey(commandLine(), args, async ({ build, port }) => {
    const onProgress = showProgress();
    const proverPackage = await ensureProverPackage({ env: await ensureToolchain({ onProgress }), onProgress });
    await buildDemo({ proverPackage, circuit: await publishedCircuit(DEPTH, { onProgress }) });
    console.log(`page     ${relative(typedIn(), PAGE) || PAGE}`);
    if (!build) console.log(`open     ${(await serveDemo(port)).url}\nCtrl-C ends it.`);
    return EXIT.ok;
  });

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
