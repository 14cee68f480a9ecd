import { toFileName } from '@drover/contract/file-names';
import { isFileReference } from '@drover/contract/input-file-protocol';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FileError, type FileCache } from './file-cache';

/** Folder of the files in the folder of a run. */
const folderName = '.input-files';

/** An input file of a run: the name of its variable, and its path in the folder of the run. */
interface RunFile {
  name: string;
  sha256: string;
  path: string;
}

function listRunFiles(env: Record<string, unknown>): RunFile[] {
  const references = Object.entries(env).flatMap(([name, value]) =>
    isFileReference(value) ? [{ name, value }] : [],
  );
  return references.map(({ name, value }, index) => ({
    name,
    sha256: value.$file,
    path: join(folderName, String(index + 1), toFileName(value.name ?? name)),
  }));
}

/** Returns the paths of the input files of a run, by variable name. */
export function findRunFiles(env: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(listRunFiles(env).map(({ name, path }) => [name, path]));
}

/** Copies the input files of a run into its folder, which a script may change. Throws a FileError that names the file. */
export async function prepareRunFiles(
  cache: FileCache,
  { env, workFolder }: { env: Record<string, unknown>; workFolder: string },
  signal: AbortSignal,
): Promise<void> {
  for (const { name, sha256, path } of listRunFiles(env)) {
    await mkdir(join(workFolder, path, '..'), { recursive: true, mode: 0o700 });
    try {
      await cache.copy(sha256, join(workFolder, path), signal);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new FileError(`the input file "${name}" is not available: ${error.message}`);
    }
  }
}
