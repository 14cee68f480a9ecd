import { readFileSync } from 'node:fs';
import { CliError } from '../errors/cli-error';

/** Reads a file named on the command line. */
export function readLocalFile(path: string): string {
  return readLocalBytes(path).toString('utf8');
}

export function readLocalBytes(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'file not found' : code;
    throw new CliError('usage', `Cannot read ${path}: ${reason}.`);
  }
}

/** Reads standard input to its end. */
export async function readStdin(): Promise<string> {
  return (await readStdinBytes()).toString('utf8');
}

export async function readStdinBytes(): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
