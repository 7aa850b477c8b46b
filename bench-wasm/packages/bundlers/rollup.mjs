export * from 'rollup';
