export * from 'vite';
