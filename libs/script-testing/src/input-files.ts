import { toFileName } from '@drover/contract/file-names';
import type { FileReference } from '@drover/contract/input-file-protocol';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The input files of a run, by variable name. */
interface InputFiles {
  /** Relative to the folder of the run. */
  paths: Record<string, string>;
  /** What the variables contain. */
  references: Record<string, FileReference>;
}

/** Copies local files into the folder of a run, as the agent does. */
export async function copyInputFiles(files: Record<string, string>, workFolder: string): Promise<InputFiles> {
  const copies = Object.entries(files).map(async ([variable, source], index) => {
    const bytes = await readFile(source);
    const name = basename(source);
    const folder = join('.input-files', String(index + 1));
    const path = join(folder, toFileName(name));
    await mkdir(join(workFolder, folder), { recursive: true });
    await writeFile(join(workFolder, path), bytes);
    return { variable, path, reference: { $file: createHash('sha256').update(bytes).digest('hex'), name } };
  });
  const copied = await Promise.all(copies);
  return {
    paths: Object.fromEntries(copied.map(({ variable, path }) => [variable, path])),
    references: Object.fromEntries(copied.map(({ variable, reference }) => [variable, reference])),
  };
}
