export * from 'linkedom';
