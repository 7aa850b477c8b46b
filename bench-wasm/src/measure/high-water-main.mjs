/** A process that proves once, to see how much memory that takes: `node high-water-main.mjs VARIANT CIRCUIT`. */

import { UnsupportedError } from '../proofs/unsupported.mjs';
import { loadModule } from '../setup/modules.mjs';

const [variant, circuit] = process.argv.slice(2);

async function highWater() {
  const { openProver } = (await loadModule(variant)).exports;
  if (!openProver) throw new Error(`${variant} proves nothing`);
  const prover = await openProver(circuit);
  await prover.compute('proof');
  return { prover: (await prover.memory?.()) ?? null, process: process.resourceUsage().maxRSS * 1024 };
}

try {
  console.log(JSON.stringify(await highWater()));
} catch (error) {
  if (error instanceof UnsupportedError) console.log(JSON.stringify({ prover: null, process: null }));
  else {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
process.exit();
