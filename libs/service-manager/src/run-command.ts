import { spawnSync } from 'node:child_process';

/** Runs a command of the system. Throws its first error line if it fails. */
export function runCommand(file: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  const reason = error?.message ?? (stderr.trim().split('\n')[0] || `exit code ${status}`);
  throw new Error(`${file} ${args.join(' ')} failed: ${reason}`);
}

/** Runs a command whose failure is an answer. */
export function isSuccessful(file: string, args: string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}
