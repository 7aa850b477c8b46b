/** The process of the emitted kernels: requests on stdin, answers on stdout. Started by program.mjs. */

import { createInterface } from 'node:readline';
import { emittedAnswer } from './emitted.mjs';

const answer = emittedAnswer();
for await (const request of createInterface({ input: process.stdin })) console.log(answer(request));
