export { Exit, commands } from '@yowasp/clang';
