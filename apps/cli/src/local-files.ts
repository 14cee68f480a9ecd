import { readFileSync } from 'node:fs';
import { Failure } from './failures';

/** Reads a file that the caller named. */
export function readLocalFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'There is no such file' : `It cannot be read (${code})`;
    throw new Failure('usage', `${path}: ${why}.`);
  }
}

/** Reads all that is piped into the program. */
export async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
