// @ts-expect-error The package has no types.
export { default } from 'solc';
