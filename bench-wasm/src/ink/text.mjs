/**
 * What wabt does: it reads modules that are written as text, names an instruction that has no price, and validates a
 * module by the features that Stylus has on.
 */

import wabt from '#ink/wabt';

const { parseWat, readWasm } = await wabt();

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
  multi_memory: true,
  extended_const: true,
};

/** What Stylus has on and off of wabt's features (refusals.mjs has the source). All others are off by default. */
const STYLUS = {
  mutable_globals: true,
  sat_float_to_int: true,
  sign_extension: true,
  bulk_memory: true,
  simd: false,
  multi_value: false,
  reference_types: false,
};

/** What it has off, by wabt's names. The first one comes first where another one brings it along. */
const OFF = {
  reference_types: 'reference types',
  multi_value: 'multi-value (from ArbOS 60 on)',
  extended_const: 'computed constants',
  multi_memory: 'more than one memory',
  simd: 'SIMD',
  threads: 'shared memory',
  memory64: 'memory of 64 bits',
  exceptions: 'exceptions',
};

/** How a module of Rust 1.82 and later becomes one without. */
const ONE_BYTE =
  'rustc writes the table in five bytes, and in one with -C link-arg=--compress-relocations, as wasm-opt does';

/**
 * @param {Uint8Array<ArrayBuffer>} bytes of a module without custom sections; the whole of their buffer
 * @returns {string | undefined} what is to be said of a module that Stylus does not validate
 */
export function refusedFeature(bytes) {
  /** @param {Record<string, boolean>} features @returns {string | undefined} what is wrong by these */
  const wrong = (features) => {
    /** @type {ReturnType<typeof readWasm> | undefined} */
    let module;
    try {
      module = readWasm(bytes, { readDebugNames: false, ...features });
      // The types of the package do not know its argument.
      /** @type {{ validate: (features: object) => void }} */ (module).validate(features);
    } catch (error) {
      const [, at, what] = /([\da-f]+): error: (.*)/.exec(/** @type {Error} */ (error).message) ?? [];
      if (at === undefined) return String(error);
      const remedy = what.startsWith('call_indirect') ? ` (${ONE_BYTE})` : '';
      return `${what.replace(/\.$/, '')}, at byte ${parseInt(at, 16)}${remedy}`;
    } finally {
      module?.destroy();
    }
  };
  const reason = wrong(STYLUS);
  if (reason === undefined) return undefined;
  const feature = Object.entries(OFF).find(([name]) => wrong({ ...STYLUS, [name]: true }) === undefined);
  if (feature) return `Stylus refuses ${feature[1]}: ${reason}.`;
  return WebAssembly.validate(bytes) ? `Stylus refuses the module: ${reason}.` : `the module is not valid: ${reason}.`;
}

/** @param {string} text @param {string} [name] of its file, for messages @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function assemble(text, name = 'module.wat') {
  // As bytes: of a string, wabt takes ASCII only.
  const module = parseWat(name, new TextEncoder().encode(text), FEATURES);
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
