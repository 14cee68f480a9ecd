import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

const extension = extname(__filename);

/** Returns the code of a process. In the built server, which is one file, it is beside that file. */
export const workerFile = (folder: string, name: string): string => join(folder, name + extension);

/** Returns how a process of such code starts: with nothing of the server's environment but `PATH`. */
export function workerOptions(): { execArgv: string[]; env: NodeJS.ProcessEnv } {
  const env = { PATH: process.env.PATH };
  if (extension !== '.ts') return { execArgv: [], env };
  return {
    execArgv: ['--require', createRequire(__filename).resolve('tsx/cjs')],
    env: { ...env, TSX_TSCONFIG_PATH: join(__dirname, '../../tsconfig.json') },
  };
}
