export * from '@observablehq/plot';
