import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** What one project's type check printed. */
export interface Result {
  seconds: number;
  /** One entry for each error, with the lines that explain it. */
  errors: string[];
}

/** Runs the type check of a project in the copy, as the target `typecheck` does. */
export async function compile(copy: string, project: string): Promise<Result> {
  const startedAt = Date.now();
  const tsc = join(copy, 'node_modules/typescript-7/bin/tsc');
  const child = spawn(process.execPath, [tsc, '-p', project, '--pretty', 'false'], { cwd: copy });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  await new Promise((resolve) => child.once('close', resolve));
  const errors = output.split(/\n(?=\S)/).filter((text) => text.trim() !== '');
  return { seconds: (Date.now() - startedAt) / 1000, errors };
}
