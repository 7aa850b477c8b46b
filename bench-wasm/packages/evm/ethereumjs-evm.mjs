export * from '@ethereumjs/evm';
