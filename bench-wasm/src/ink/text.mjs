/** The text format, by wabt: modules that are written in it, and the name of an instruction that has no price. */

import wabt from '#ink/wabt';

/** Whatever wabt can read: what Stylus refuses must be named. */
const FEATURES = {
  exceptions: true,
  threads: true,
  simd: true,
  relaxed_simd: true,
  tail_call: true,
  function_references: true,
  gc: true,
  memory64: true,
};

/** @param {string} text @param {string} [name] of its file, for messages @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function assemble(text, name = 'module.wat') {
  const { parseWat } = await wabt();
  const module = parseWat(name, text, FEATURES);
  try {
    return new Uint8Array(module.toBinary({ write_debug_names: true }).buffer);
  } finally {
    module.destroy();
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} index of a function
 * @param {(name: string) => boolean} wanted
 * @returns {Promise<string | undefined>} the function's first instruction that is wanted; undefined where wabt cannot
 *   read the module
 */
export async function firstInstruction(bytes, index, wanted) {
  const { readWasm } = await wabt();
  /** @type {ReturnType<typeof readWasm> | undefined} */
  let module;
  try {
    module = readWasm(bytes, { readDebugNames: false, check: false, ...FEATURES });
    const lines = module.toText({ foldExprs: false, inlineExport: false }).split('\n');
    const head = lines.findIndex((line) => line.startsWith(`  (func (;${index};)`));
    for (const line of lines.slice(head + 1)) {
      if (line.startsWith('  (')) return undefined;
      const [name] = /^[a-z][\w.]*/.exec(line.trim()) ?? [];
      if (name !== undefined && wanted(name)) return name;
    }
  } catch {
    return undefined;
  } finally {
    module?.destroy();
  }
}
