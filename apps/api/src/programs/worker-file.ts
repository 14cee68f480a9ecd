import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

const extension = extname(__filename);

/** Options of Node that load TypeScript sources. Undefined in the built server. */
export const sourceLoader =
  extension === '.ts' ? ['--require', createRequire(__filename).resolve('tsx/cjs')] : undefined;

/** Returns the path of a worker's code. The built server is one file, with its workers in the same folder. */
export const workerFile = (folder: string, name: string): string => join(folder, name + extension);

/** Returns the options to start a worker process, which gets nothing of the server's environment but `PATH`. */
export function workerOptions(): { execArgv: string[]; env: NodeJS.ProcessEnv } {
  const env = { PATH: process.env.PATH };
  if (!sourceLoader) return { execArgv: [], env };
  return {
    execArgv: sourceLoader,
    env: { ...env, TSX_TSCONFIG_PATH: join(__dirname, '../../tsconfig.json') },
  };
}
