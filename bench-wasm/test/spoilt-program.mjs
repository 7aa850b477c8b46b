/**
 * A program of a round, run by its path, whose conversation is spoilt on its way: in one product, in one conversion, in
 * the checksum of a short batch, or by products that are left out.
 */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , file, kernel, how] = process.argv;
const child = spawn(file, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(child.stdin);
child.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => child.kill());

/** @type {{ of: string }[]} */
let rows = [];
createInterface({ input: process.stdin }).once('line', (line) => ({ rows } = JSON.parse(line)));
/** @param {string} digits */
const other = (digits) => digits.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));

for await (const line of createInterface({ input: child.stdout })) {
  const event = JSON.parse(line);
  if (rows[event.row]?.of === kernel) {
    if (event.type === 'products' && event.value === 3) {
      if (how === 'omission') continue;
      if (how === 'product') event.products[4] = other(event.products[4]);
      if (how === 'conversion') event.converted = other(event.converted);
    }
    if (event.type === 'batch' && how === 'checksum') event.calls[0].checksum = other(event.calls[0].checksum);
  }
  console.log(JSON.stringify(event));
}
