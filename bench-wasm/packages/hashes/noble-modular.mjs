export * from '@noble/curves/abstract/modular.js';
