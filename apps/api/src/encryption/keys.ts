import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../files/sync-files';

const keyBytes = 32;

/**
 * Reads a list of keys of 32 bytes in hex or base64, the current key first. Returns an empty list if any key is
 * invalid.
 */
export function readKeys(list: string): Buffer[] {
  const keys = list.split(',').map((text) => readKey(text.trim()));
  return keys.every((key) => key.length === keyBytes) ? keys : [];
}

function readKey(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return Buffer.from(/^[\w+/-]{43}=?$/.test(text) ? text : '', 'base64');
}

/** Returns the ID of a key for encrypted values. It reveals nothing about the key. */
export function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('drover key id').update(key).digest().subarray(0, 4);
}

/** The key file of the embedded database. DROVER_SECRET_KEY accepts the same text. */
export const keyFileName = 'secret.key';

/** Reads the keys of the key file, or returns an empty list if it does not exist. */
export async function readKeyFile(dataDir: string): Promise<Buffer[]> {
  const path = join(dataDir, keyFileName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return [];
  const keys = readKeys(text.trim());
  if (keys.length === 0)
    throw new Error(
      `${path} does not contain a key of 32 bytes in hex or base64. Restore the file, or set DROVER_SECRET_KEY.`,
    );
  return keys;
}

/** Creates the key file atomically. The lock of the data directory prevents concurrent calls. */
export async function createKeyFile(dataDir: string): Promise<Buffer[]> {
  const key = randomBytes(keyBytes);
  const path = join(dataDir, keyFileName);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = await open(`${path}.draft`, 'w', 0o600);
  try {
    await draft.writeFile(`${key.toString('base64')}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${path}.draft`, path);
  // Secrets that are encrypted with the key may be stored from now on.
  syncDirectory(dataDir);
  return [key];
}
