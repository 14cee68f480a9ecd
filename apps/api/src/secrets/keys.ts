import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

const keyBytes = 32;

/** Reads a list of keys, each 32 bytes in hex or base64, the one in use first. One that is not makes the list empty. */
export function readKeys(list: string): Buffer[] {
  const keys = list.split(',').map((text) => readKey(text.trim()));
  return keys.every((key) => key.length === keyBytes) ? keys : [];
}

function readKey(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return Buffer.from(/^[\w+/-]{43}=?$/.test(text) ? text : '', 'base64');
}

/** What a key is known by, in what it encrypted: nothing of the key itself. */
export function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('drover key id').update(key).digest().subarray(0, 4);
}

/** The key beside the embedded database: DROVER_SECRET_KEY takes the same text. */
const fileName = 'secret.key';

/** Keys of the file in the data directory; none where there is no file. */
export async function readKeyFile(dataDir: string): Promise<Buffer[]> {
  const path = join(dataDir, fileName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return [];
  const keys = readKeys(text.trim());
  if (keys.length === 0) throw new Error(`${path} holds no key of 32 bytes in hex or base64.`);
  return keys;
}

/** Makes the file, whole or not at all. The lock of the data directory keeps others from doing it at once. */
export async function createKeyFile(dataDir: string): Promise<Buffer[]> {
  const key = randomBytes(keyBytes);
  const path = join(dataDir, fileName);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = await open(`${path}.draft`, 'w', 0o600);
  try {
    await draft.writeFile(`${key.toString('base64')}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${path}.draft`, path);
  return [key];
}
