/** A process that proves once, to see how much memory that takes: `node high-water-main.mjs VARIANT CIRCUIT`. */

import { loadModule } from '../setup/modules.mjs';

const [variant, circuit] = process.argv.slice(2);
const { openProver } = (await loadModule(variant)).exports;
if (!openProver) throw new Error(`${variant} proves nothing`);
const prover = await openProver(circuit);
await prover.compute('proof');
const own = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ prover: (await prover.memory?.()) ?? null, process: own }));
process.exit();
