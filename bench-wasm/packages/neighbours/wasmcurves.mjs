// @ts-expect-error The package has no types.
export * from 'wasmcurves';
