/** What `npm run build` makes, for a check of types in a checkout where it was not run. */
declare module '*/dist/fma.mjs' {
  export function bytes(): Promise<Uint8Array>;
}
declare module '*/dist/simd.mjs' {
  export function bytes(): Promise<Uint8Array>;
}
declare module '*/dist/scalar.mjs' {
  export function bytes(): Promise<Uint8Array>;
}
