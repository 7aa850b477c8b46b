/**
 * What the harness calls in a module: exports of the Rust builds, which the emitted kernels and BigInt repeat. Types
 * alone.
 */

/**
 * @typedef {object} Multiplier one product a call, operands kept on the module's side
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} mul
 * @property {(a: Uint8Array, b: Uint8Array) => void} set
 * @property {() => void} step
 * @property {() => void} [add] accumulator = accumulator + b
 * @property {() => Uint8Array} product
 * @property {(a: Uint8Array) => Uint8Array} convert
 * @property {() => void} free
 */

/**
 * @typedef {object} Pairs n pairs in wasm memory, which JS writes and reads there
 * @property {() => BigUint64Array} words a view of a[0], b[0], a[1], ..., four words each, the lowest first; to be
 *   asked for again when the memory grows
 * @property {() => number} mul a[i] = a[i]·b[i] for all i: gives n, or the index of the first pair with a value that is
 *   not below p
 * @property {() => void} free
 */

/**
 * @typedef {object} BigIntProducts of a module that is BigInt itself
 * @property {string} source of a function of the constants, which gives one of two arrays: as[i] = as[i]·bs[i]
 * @property {object} constants
 * @property {(a: bigint) => bigint} into from an element to what is multiplied, before the clock starts
 */

/**
 * @typedef {object} Curve arkworks on one kernel, with the operands of a seed
 * @property {() => Uint8Array} msm
 * @property {() => Uint8Array} pairing
 * @property {() => Uint8Array} base
 */

/**
 * @typedef {object} Sum a multi-scalar multiplication, again and again of the same operands
 * @property {() => Uint8Array | Promise<Uint8Array>} sum affine x and y, 64 bytes
 */

/**
 * @typedef {object} Transform a number-theoretic transform of values that stay where they are
 * @property {(times: number) => void | Promise<void>} forward so many, each of what the one before left
 * @property {() => Uint8Array | Promise<Uint8Array>} values as they are now, 32 bytes each
 */

/**
 * @typedef {object} Hasher Poseidon of two elements of BN254's scalar field, on one kernel or by another library
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} hash
 * @property {(seed: bigint, n: number) => Uint8Array} chain n hashes, each of which needs the one before: the last
 * @property {(seed: bigint, n: number) => Uint8Array} batch n hashes of eight pairs in turns: the fold of them
 */

/**
 * @typedef {object} FieldLoops a field of arkworks, or a kernel of this crate in such a field
 * @property {(model: string, seed: bigint, n: number) => Uint8Array} run n operations: the checksum
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} mul
 * @property {(a: Uint8Array) => Uint8Array} convert
 * @property {() => void} free
 */

/**
 * @typedef {object} TransformRow a transform of the crate
 * @property {string} id a kernel's, of arkworks' algorithm on its field or of this crate's; and a kernel's with `-own`
 *   behind it, of this crate's where arkworks' has the kernel's own id
 * @property {string} build the variant it is timed from
 * @property {string} summary
 * @property {boolean} available whether this module has it
 */

/**
 * @typedef {object} Arrays two of one size, in the format of a kernel
 * @property {(passes: number) => void} multiply a[i] = a[i]·b[i] for all i, so many times
 * @property {() => Uint8Array} checksum the fold of a
 */

/**
 * @typedef {object} HasherRow a hasher of the crate
 * @property {string} hash what it computes
 * @property {string} id a kernel's, or another
 * @property {string} build the variant it is timed from
 * @property {string} summary
 * @property {boolean} available whether this module has it
 */

/**
 * A proof; the same from its files, with nothing kept; and what it is made of: the key read from its file; the
 * transforms; the sums in G1; that in G2.
 *
 * @typedef {'proof' | 'open' | 'load' | 'fft' | 'g1' | 'g2'} ProofPart
 */

/**
 * @typedef {object} Prover Groth16 over BN254, with the key and the witness of one circuit
 * @property {(part: ProofPart) => void | Promise<void>} compute
 * @property {(part: ProofPart) => string | null | Promise<string | null>} wrong what is wrong with the part that was
 *   computed last
 * @property {() => number | Promise<number | null>} [memory] bytes that it has taken at most: of wasm
 *   memory, or of a process
 */

/**
 * @typedef {object} Replica one operation between the readings of a clock, as the benchmark before this one had it
 * @property {(n: number) => void} batch n of them, and no clock
 * @property {(n: number) => number} clocked n of them between two readings each: the sum, in ms
 * @property {() => void} call one, on operands that are there
 * @property {(a: bigint, b: bigint) => void} call_io one, on operands of 64 bits each
 * @property {() => Uint8Array} checksum of what came out
 */

/** Does n operations, the part to be timed; what that returns computes the checksum, whenever it suits. */
/** @typedef {(n: number) => () => Uint8Array} Batch */

/**
 * @typedef {object} RustExports loops, whose operands are made and read inside the module
 * @property {(kernel: string, a: Uint8Array, b: Uint8Array) => Uint8Array} mul
 * @property {(kernel: string, seed: bigint, n: number) => Uint8Array} chain
 * @property {(kernel: string, seed: bigint, n: number) => Uint8Array} stream
 * @property {(kernel: string, operation: string, seed: bigint, n: number) => Uint8Array} stream_of
 * @property {(kernel: string, seed: bigint, n: number) => Uint8Array} invert
 * @property {(kernel: string, seed: bigint, n: number) => Uint8Array} invert_batch
 * @property {(kernel: string, seed: bigint, n: number) => Uint8Array} limb_chain
 * @property {(kernel: string, seed: bigint, n: number) => Uint8Array} limb_stream
 */

/**
 * @typedef {object} ScriptExports the same of a module that is prepared, and read, by JS
 * @property {(model: string, kernel: string, seed: bigint) => Batch} batch prepares the operands
 * @property {string[]} [loops] the models whose loops it has; all, where it does not say
 */

/**
 * @typedef {object} CommonExports
 * @property {new (kernel: string) => Multiplier} Multiplier
 * @property {() => void} noop
 * @property {new (kernel: string, n: number) => Pairs} [Pairs]
 * @property {BigIntProducts} [bigint]
 * @property {new (kernel: string, seed: bigint, log2Points?: number) => Curve} [Curve] only in the build `work`
 * @property {new (kernel: string, log2Points: number, seed: bigint) => { sum: () => Uint8Array }} [Msm]
 * @property {() => string} [msms] ids of the kernels of the build that have this crate's sums, as JSON
 * @property {(kernel: string, points: Uint8Array, scalars: Uint8Array) => Uint8Array} [msm]
 * @property {(curve: string, kernel: string, points: Uint8Array, scalars: Uint8Array) => Uint8Array} [msm_of]
 * @property {(field: string, kernel: string, values: Uint8Array, inverse: boolean) => Uint8Array} [ntt_of]
 * @property {(field: string, kernel: string, a: Uint8Array, b: Uint8Array) => Uint8Array} [mul_of]
 * @property {new (kernel: string, log2Size: number, seed: bigint) => { forward: () => void, values: () => Uint8Array }}
 *   [Ntt]
 * @property {() => string} [ntts] all of the crate's transforms, TransformRow[] as JSON
 * @property {new (kernel: string, log2Size: number, seed: bigint) => Arrays} [Arrays]
 * @property {new (hash: string, id: string) => Hasher} [Hasher]
 * @property {(circuit: string) => Promise<Prover>} [openProver]
 * @property {new (curve: string, kernel: string, points: Uint8Array, scalars: Uint8Array) => { sum: () => Uint8Array }}
 *   [CurveSum] only in builds with other curves
 * @property {new (field: string, kernel: string, values: Uint8Array) => { forward: () => void, values: () =>
 *   Uint8Array }} [FieldTransform] likewise
 * @property {(curve: string) => string} [msms_of] ids of the kernels of the build that have sums over it, as JSON
 * @property {(field: string) => string} [ntts_of] ids of those that have transforms over it, as JSON
 * @property {new (curve: string, points: Uint8Array, scalars: Uint8Array) => { sum: () => Uint8Array }} [ArkworksSum]
 *   only in the build `work`
 * @property {new (field: string, values: Uint8Array) => { forward: () => void, values: () => Uint8Array }}
 *   [ArkworksTransform] only in the build `work`
 * @property {new (field: string, kernel: string) => FieldLoops} [KernelLoops] this crate's kernels in other fields
 * @property {(kernel: string, log2: number, seed: bigint) => Promise<Sum>} [openSum] of 2^log2 points
 * @property {(kernel: string, log2: number, seed: bigint) => Promise<Transform>} [openTransform] of 2^log2 values
 * @property {(build: string, kernel: string) => Promise<(seed: bigint) => Uint8Array>} [openAlone] what compiles a
 *   module
 *   of that kernel alone and gives the checksum of a chain of one product
 * @property {() => string} [hashers] all of the crate's, HasherRow[] as JSON
 * @property {new (field: string) => FieldLoops} [FieldLoops] only in the build `work`
 * @property {new (id: string, seed: bigint) => Replica} [Replica] only in the build `published`
 * @property {() => string} [fields] their names, string[] as JSON
 * @property {() => string} [curves] ids of the kernels that have one, as JSON
 */

/** @typedef {CommonExports & RustExports} RustModule */
/** @typedef {CommonExports & ScriptExports} ScriptModule */
/** @typedef {RustModule | ScriptModule} ModuleExports */

/**
 * @typedef {object} KernelRow a row of the module's registry
 * @property {string} id
 * @property {'dropin' | 'internal'} form
 * @property {number} lanes products computed at once
 * @property {string} limbs
 * @property {number} radixBits
 * @property {string} build the variant it is timed from
 * @property {boolean} available whether this module has it
 * @property {string} [field] that it computes in; `fq` by default
 * @property {string[]} [fields] ids of all fields that `mul_of` has it in; a module that JS prepares has none
 * @property {boolean | null} [fused] whether the engine that runs this fuses relaxed_madd; null
 *   where the kernel is right either way
 * @property {string[] | null} [models] it is timed in; null where it is timed in all that need no build of their own
 * @property {[operation: string, instruction: string, count: number][]} [multiplies] multiplications in the code of
 *   `mul` and of other operations; a module that JS prepares has none
 * @property {string} summary
 * @property {string} source
 */

/**
 * @template {ModuleExports} [Exports=ModuleExports]
 * @typedef {{ variant: string, exports: Exports, kernels: KernelRow[] }} LoadedModule
 */

export {};
