import { LINK_CODE_PATH, type RunOrder } from '@drover/contract/link';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Credential } from '../device/credential';
import type { DataFolder } from '../device/data-folder';
import { getProgram, toVersion } from './versions';

/** Milliseconds to download an archive. */
const downloadTimeoutMs = 10 * 60_000;

interface Origin {
  folder: Pick<DataFolder, 'versions'>;
  credential: Pick<Credential, 'server' | 'token'>;
}

/**
 * Downloads the archive of an update, verifies it, and unpacks it into the folder of its version, which exists only when
 * it is complete and on the disk. Returns the version.
 */
export async function installVersion(
  { folder, credential }: Origin,
  order: Pick<RunOrder, 'sha256'>,
  signal: AbortSignal,
): Promise<string> {
  const version = toVersion(order.sha256);
  const target = dirname(getProgram(folder, version));
  const draft = `${target}.draft`;
  for (const path of [target, draft]) await rm(path, { recursive: true, force: true });
  const archive = await download(credential, order.sha256, signal);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const file = join(draft, 'archive.tgz');
  await writeFile(file, archive);
  await promisify(execFile)('tar', ['-xzf', file, '-C', draft, '--strip-components=1'], { signal });
  await rm(file);
  await stat(join(draft, 'main.js')).catch(() => {
    throw new Error('the archive contains no agent');
  });
  await syncFolder(draft);
  await rename(draft, target);
  return version;
}

async function download(
  { server, token }: Origin['credential'],
  sha256: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const response = await fetch(`${server}${LINK_CODE_PATH}/${sha256}`, {
    headers: { authorization: `token ${token}` },
    signal: AbortSignal.any([signal, AbortSignal.timeout(downloadTimeoutMs)]),
  });
  if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
  const archive = Buffer.from(await response.arrayBuffer());
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== sha256) throw new Error('the download does not match its checksum');
  return archive;
}

/** Writes the files to the disk. A version that becomes the current one must survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    const file = await open(join(path, name), 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
