#!/usr/bin/env node
/** `npm run prune`: removes builds that nothing uses any more. */

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { pruneArtefacts } from './src/setup/artefacts.mjs';

async function main() {
  new Command('npm run prune --')
    .description(
      'Removes the folders of bench-wasm/pkg/by-hash/ that no build of now is in. Not while something is measured.',
    )
    .allowExcessArguments(false)
    .parse();
  const { removed, bytes } = await pruneArtefacts();
  for (const name of removed) console.log(`removed ${name}`);
  console.log(`${removed.length} builds removed, ${(bytes / 1e6).toFixed(1)} MB`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
