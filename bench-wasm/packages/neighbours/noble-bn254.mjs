export * from '@noble/curves/bn254.js';
