/** The process of a wasm build: requests on stdin, answers on stdout. Started by program.mjs. */

import { createInterface } from 'node:readline';
import { loadAnswer } from './program.mjs';

const answer = await loadAnswer(process.argv[2]);
for await (const request of createInterface({ input: process.stdin })) console.log(answer(request));
