export { runScript } from './run-script';
export type * from './types';
