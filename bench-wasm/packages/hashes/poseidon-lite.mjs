export * from 'poseidon-lite';
