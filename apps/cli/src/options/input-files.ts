import type { Drover, FileReference, FileSource } from '@drover/sdk';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliError } from '../errors/cli-error';

/** Uploads the files of `--file name=path`, and returns the values of the variables. */
export async function uploadFiles(
  drover: Drover,
  files: string[] = [],
): Promise<Record<string, FileReference> | undefined> {
  if (files.length === 0) return undefined;
  const parsed = files.map(parseFile);
  const uploaded: Record<string, FileReference> = {};
  for (const { name, path } of parsed) uploaded[name] = await uploadFile(drover, path);
  return uploaded;
}

/** Uploads a local file, unless the workspace has its content. */
export async function uploadFile(
  drover: Drover,
  path: string,
  name = basename(path),
): Promise<FileReference> {
  const handle = await openFile(path);
  try {
    return await drover.inputFiles.upload(await toSource(handle, path), { name });
  } finally {
    await handle.close();
  }
}

function parseFile(text: string): { name: string; path: string } {
  const [, name, path] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (!name) throw new CliError('usage', `Invalid file ${text}. Use name=path such as list=./list.csv.`);
  return { name, path };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError('usage', `Cannot read ${path}: ${code === 'ENOENT' ? 'file not found' : code}.`);
  }
}

async function toSource(handle: FileHandle, path: string): Promise<FileSource> {
  const stats = await handle.stat();
  if (!stats.isFile()) throw new CliError('usage', `Cannot read ${path}: it is no file.`);
  return {
    size: stats.size,
    slice: (start, end) => ({ arrayBuffer: () => readRange(handle, { path, start, end }) }),
  };
}

async function readRange(
  handle: FileHandle,
  { path, start, end }: { path: string; start: number; end: number },
): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  for (let length = 0; length < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length);
    if (bytesRead === 0) throw new CliError('rejected', `${path} became shorter while it was uploaded.`);
    length += bytesRead;
  }
  return bytes.buffer;
}
