/** Where bytes come from. A string is a path in Node, Deno and Bun, and an address in pages. */
export type Source = Uint8Array | ArrayBuffer | Blob | URL | string | { type: 'mem'; data: Uint8Array };

export type PointInG1 = [x: string, y: string, z: string];
export type PointInG2 = [x: [string, string], y: [string, string], z: [string, string]];

/** A proof as snarkjs writes it. */
export interface Proof {
  pi_a: PointInG1;
  pi_b: PointInG2;
  pi_c: PointInG1;
  protocol: 'groth16';
  curve: 'bn128';
}

/** A verification key as snarkjs writes it. */
export interface VerificationKey {
  vk_alpha_1: PointInG1;
  vk_beta_2: PointInG2;
  vk_gamma_2: PointInG2;
  vk_delta_2: PointInG2;
  IC: PointInG1[];
  [other: string]: unknown;
}

export interface Proved {
  proof: Proof;
  publicSignals: string[];
}

export type Stage = 'read' | 'witness' | 'transforms' | 'sums' | 'proof';

export interface ProveOptions {
  /** Ends the proof, and the prover's workers with it. */
  signal?: AbortSignal;
  /** `done` is the share of the stage, from 0 to 1. */
  onProgress?: (progress: { stage: Stage; done: number }) => void;
  /**
   * `witness` by default: the proof is verified before it is given. `key`: every point of the key is checked, too, which
   * takes as long as a proof. `none`: of a witness that does not satisfy the circuit it is a wrong proof.
   */
  check?: 'key' | 'witness' | 'none';
}

export interface Options extends ProveOptions {
  /** Workers: as many as the machine has threads by default. */
  threads?: number;
}

/** Of a circuit's input signals a number each, or nested lists of numbers. */
export type Signal = bigint | number | string | boolean | readonly Signal[];
export type Input = Readonly<Record<string, Signal>>;

/** A key and its workers, which are kept. */
export interface Prover {
  prove(wtns: Source, options?: ProveOptions): Promise<Proved>;
  fullProve(input: Input, circuitWasm: Source, options?: ProveOptions): Promise<Proved>;
  close(): Promise<void>;
}

export declare const groth16: {
  prove(zkey: Source, wtns: Source, options?: Options): Promise<Proved>;
  fullProve(input: Input, circuitWasm: Source, zkey: Source, options?: Options): Promise<Proved>;
  verify(
    verificationKey: VerificationKey,
    publicSignals: readonly (string | number | bigint)[],
    proof: Proof,
  ): Promise<boolean>;
  open(zkey: Source, options?: Options): Promise<Prover>;
  backend(): 'fma' | 'simd' | 'scalar';
};

export type Code =
  | 'KEY'
  | 'WITNESS'
  | 'UNSATISFIED'
  | 'INPUT'
  | 'CIRCUIT'
  | 'JSON'
  | 'SOURCE'
  | 'MEMORY'
  | 'ABORTED'
  | 'CLOSED'
  | 'UNSUPPORTED';

export declare class Groth16Error extends Error {
  readonly code: Code;
}
export declare class KeyError extends Groth16Error {}
export declare class WitnessError extends Groth16Error {}
export declare class InputError extends Groth16Error {}
