// What a kernel's code in a built module consists of: instructions counted in the functions that
// an export reaches.

import binaryen from 'binaryen';

/**
 * Instructions by name, `call NAME` for calls, over a function and the multiplication code that it
 * calls. A callee counts once for every call, as if inlined.
 * @typedef {Map<string, number>} OpcodeCounts
 */

// An instruction of the text format stands behind an opening parenthesis.
const INSTRUCTION = /\(([a-z0-9_]+(?:\.[a-z0-9_]+)?)(?: \$("[^"]*"|[^\s()]+))?/g;

// Multiplication code of this crate and of arkworks; not the allocator, not panics, not __multi3.
const MULTIPLICATION_CODE = /\b(fqmul|ark_ff|ark_bn254)(\[\w+\])?::/;

/**
 * @param {Uint8Array} bytes a wasm module with its name section
 * @returns {{
 *   product: (id: string) => OpcodeCounts,
 *   loop: (model: string, id: string) => OpcodeCounts,
 *   exported: (name: string) => OpcodeCounts,
 *   named: (pattern: RegExp) => OpcodeCounts,
 * }}
 *   the product of a kernel, the timed loop around it, any exported function, and the one function of such a name; each
 *   throws RangeError for what the module lacks
 */
export function readOpcodes(bytes) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.All);
  /** @type {Map<string, string>} */
  const functionOf = new Map();
  for (let i = 0; i < module.getNumExports(); i++) {
    const info = binaryen.getExportInfo(module.getExportByIndex(i));
    if (info.kind === binaryen.ExternalFunction) functionOf.set(info.name, info.value);
  }
  /** @type {Map<string, OpcodeCounts>} */
  const known = new Map();

  /** @param {string} name @returns {OpcodeCounts} */
  const count = (name) => {
    const before = known.get(name);
    if (before) return before;
    /** @type {OpcodeCounts} */
    const counts = new Map();
    known.set(name, counts);
    const body = binaryen.getFunctionInfo(module.getFunction(name)).body;
    if (!body) return counts; // An import.
    for (const [, opcode, target] of binaryen.emitText(body).matchAll(INSTRUCTION)) {
      const callee = opcode === 'call' ? target.replaceAll('"', '') : null;
      add(counts, callee === null ? opcode : `call ${callee}`, 1);
      if (callee !== null && MULTIPLICATION_CODE.test(callee)) {
        for (const [inner, times] of count(callee)) add(counts, inner, times);
      }
    }
    return counts;
  };

  /** @param {string} exportName */
  const exported = (exportName) => {
    const name = functionOf.get(exportName);
    if (name === undefined) throw new RangeError(`export: the module has no "${exportName}"`);
    return count(name);
  };

  /** @param {RegExp} pattern */
  const named = (pattern) => {
    const all = Array.from({ length: module.getNumFunctions() }, (_, i) => module.getFunctionByIndex(i));
    const names = all.map((one) => binaryen.getFunctionInfo(one).name).filter((name) => pattern.test(name));
    if (names.length !== 1) throw new RangeError(`function: the module has ${names.length} of ${pattern}, not one`);
    return count(names[0]);
  };

  return {
    exported,
    named,
    product: (id) => exported(`product:${id}`),
    loop: (model, id) => {
      const loops = [...exported(`${model}:${id}`).keys()].filter((opcode) => /::\w+_loop\b/.test(opcode));
      if (loops.length !== 1) {
        throw new RangeError(`export: "${model}:${id}" reaches ${loops.length} loops, not one`);
      }
      return count(loops[0].slice('call '.length));
    },
  };
}

/**
 * @param {Uint8Array} bytes a wasm module
 * @param {RegExp} pattern
 * @returns {string[]} the instructions of that pattern that stand anywhere in it, each once
 */
export function instructionsIn(bytes, pattern) {
  const module = binaryen.readBinary(bytes);
  try {
    module.setFeatures(binaryen.Features.All);
    /** @type {Set<string>} */
    const found = new Set();
    for (let i = 0; i < module.getNumFunctions(); i++) {
      const { body } = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
      if (!body) continue; // An import.
      for (const [, opcode] of binaryen.emitText(body).matchAll(INSTRUCTION))
        if (pattern.test(opcode)) found.add(opcode);
    }
    return [...found].sort();
  } finally {
    module.dispose();
  }
}

/** @param {OpcodeCounts} counts @param {string} opcode @param {number} times */
function add(counts, opcode, times) {
  counts.set(opcode, (counts.get(opcode) ?? 0) + times);
}

/** The instructions by which products differ. */
const MULTIPLICATION =
  /^(call __multi3|i64\.mul(_wide_[su])?|i64x2\.(mul|extmul_\w+)|i32x4\.dot_i16x8_s|f64x2\.relaxed_n?madd)$/;

/**
 * @param {OpcodeCounts} counts
 * @returns {Record<string, number>} how often each multiplication that is there stands in them
 */
export function multiplications(counts) {
  return Object.fromEntries([...counts].filter(([name]) => MULTIPLICATION.test(name)));
}
