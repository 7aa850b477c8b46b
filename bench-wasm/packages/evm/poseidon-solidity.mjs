export { default } from 'poseidon-solidity';
