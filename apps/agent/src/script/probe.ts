import { accessSync, constants, readFileSync } from 'node:fs';

/** First argument of the process that tells the agent whether a sandbox works. */
export const PROBE = 'drover-probe';

/** Its exit code if it could read a file that the sandbox has to hide. */
export const PROBE_READABLE = 3;

/** Ends the process. Fails if the work folder is not writable. */
export function runProbe(hiddenFiles: string[]): void {
  accessSync('.', constants.W_OK);
  process.exit(hiddenFiles.some(isReadable) ? PROBE_READABLE : 0);
}

function isReadable(file: string): boolean {
  try {
    return readFileSync(file, 'utf8') !== '';
  } catch {
    return false;
  }
}
