import { readFileSync } from 'node:fs';

interface KeyOptions {
  /** From `--key` or DROVER_ENROLMENT_KEY. */
  key?: string;
  keyFile?: string;
}

/** Returns the enrolment key, from a file if there is one. `-` is standard input. */
export function readEnrolmentKey({ key, keyFile }: KeyOptions): string | undefined {
  if (keyFile === undefined) return key;
  const text = readFileSync(keyFile === '-' ? 0 : keyFile, 'utf8').trim();
  if (!text) throw new Error(`${keyFile === '-' ? 'Standard input' : keyFile} contains no enrolment key.`);
  return text;
}

/**
 * Removes the key from what other users see of this process. The title replaces the command line that `ps` shows. Until
 * then it was visible, which the environment variable and the file avoid.
 */
export function hideEnrolmentKey(): void {
  delete process.env.DROVER_ENROLMENT_KEY;
  process.title = 'drover-agent';
}
