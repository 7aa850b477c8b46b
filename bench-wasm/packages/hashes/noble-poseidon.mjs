export * from '@noble/curves/abstract/poseidon.js';
