export * from '@noble/curves/bls12-381.js';
