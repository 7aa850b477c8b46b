export * from 'montgomery';
