import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readKeys } from './keys';

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
  const key = randomBytes(32);
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
