#!/usr/bin/env node
/** `npm run web`: the bench as a static page for the browser that opens it, built and served on this machine. */

import { relative } from 'node:path';
import { EXIT, commandNamed, isProgram, obey, typedIn, typedWords, wholeNumber } from './src/command/options.mjs';
import { checkout } from './src/measure/environment.mjs';
import { prepareSubjects } from './src/measure/subjects.mjs';
import { PAGE, buildPage, servePage } from './web/build.mjs';

const commandLine = () =>
  commandNamed(
    'web',
    'Builds the page that measures in the browser that opens it, and serves it on this machine. What ' +
      'it builds is static: any server can have it.',
  )
    .option('--build', 'build only')
    .option('--port <n>', 'to serve it on, or a free one after it', wholeNumber(1, 65535), 4173);

/** @param {string[]} args @returns {Promise<number>} exit code; the server, if there is one, runs on */
const main = (args) =>
  obey(commandLine(), args, async ({ build, port }) => {
    const subjects = await prepareSubjects();
    await buildPage({ ...subjects, ...(await checkout()) });
    console.log(`page     ${relative(typedIn(), PAGE) || PAGE}`);
    if (!build) console.log(`open     ${await servePage(port)}\nCtrl-C ends it.`);
    return EXIT.ok;
  });

if (isProgram(import.meta.url)) process.exitCode = await main(typedWords());
