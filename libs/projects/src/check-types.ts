import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Checks the types of a project with its own TypeScript. Returns the errors as text, or undefined if there are none, or
 * if the project has no TypeScript or no tsconfig.json.
 */
export async function checkTypes(folder: string, signal?: AbortSignal): Promise<string | undefined> {
  const compiler = findCompiler(folder);
  if (!compiler || !existsSync(join(folder, 'tsconfig.json'))) return undefined;
  const child = spawn('node', [compiler, '--noEmit', '--pretty', 'false', '-p', folder], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [out, err, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), code]);
  return exitCode === 0 ? undefined : `${out}${err}`.trimEnd();
}

function findCompiler(folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('typescript/package.json');
    return join(dirname(manifest), 'bin/tsc');
  } catch {
    return undefined;
  }
}
