/** What `npm run build` makes, for a check of types in a checkout where it was not run. */
declare module '*/dist/fma.mjs' {
  export const packed: string;
}
declare module '*/dist/simd.mjs' {
  export const packed: string;
}
declare module '*/dist/scalar.mjs' {
  export const packed: string;
}
