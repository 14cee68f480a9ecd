import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../device/data-folder';
import type { StorageReply, StorageRequest } from '../script/reports';
import { STORAGE_BOUNDS } from '../script/storage-bounds';

/** Values as JSON by key, in the file of one storage. */
const StorageFile = z.object({ name: z.string(), values: z.record(z.string(), z.string()) });

/** The values that scripts keep on the device: a file per storage. */
export class StorageFolder {
  private readonly storages = new Map<string, Map<string, string>>();

  constructor(private readonly folder: string) {}

  /** Carries out a request of a script. What was changed is on the disk when this returns. */
  handle({ name, operation }: StorageRequest): StorageReply {
    try {
      const values = this.load(name);
      switch (operation.type) {
        case 'get':
          return { json: values.get(operation.key) };
        case 'put':
          return this.put(name, operation);
        case 'remove':
          return values.has(operation.key) ? this.change(name, without(values, operation.key)) : {};
        case 'clear':
        case 'delete':
          this.change(name, new Map());
          return { existed: values.size > 0 };
      }
    } catch (error) {
      return { error: `${name}: ${(error as Error).message}` };
    }
  }

  private put(name: string, { key, json }: { key: string; json: string }): StorageReply {
    const values = new Map(this.load(name)).set(key, json);
    const others = this.measureOthers(name);
    if (others + measure(values) > STORAGE_BOUNDS.totalChars) {
      const max = STORAGE_BOUNDS.totalChars / 1024 ** 2;
      return {
        error: `${name}: the storages of this device are full (${max} MB). Remove values that are not needed.`,
      };
    }
    return this.change(name, values);
  }

  /** Writes the file before the values in memory change. */
  private change(name: string, values: Map<string, string>): StorageReply {
    const file = this.fileOf(name);
    if (values.size === 0) rmSync(file, { force: true });
    else {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      replaceFile(file, JSON.stringify({ name, values: Object.fromEntries(values) }));
    }
    this.storages.set(name, values);
    return {};
  }

  private load(name: string): Map<string, string> {
    let values = this.storages.get(name);
    if (!values) {
      values = readStorage(this.fileOf(name));
      if (values.size > 0) this.storages.set(name, values);
    }
    return values;
  }

  /** Size of the files of the other storages. */
  private measureOthers(name: string): number {
    const own = `${hash(name)}.json`;
    const others = readFolder(this.folder).filter((file) => file !== own);
    return others.reduce(
      (sum, file) => sum + (statSync(join(this.folder, file), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  }

  private fileOf(name: string): string {
    return join(this.folder, `${hash(name)}.json`);
  }
}

function without(values: Map<string, string>, key: string): Map<string, string> {
  const copy = new Map(values);
  copy.delete(key);
  return copy;
}

/** Characters of a storage, with what its file needs for each key. */
function measure(values: Map<string, string>): number {
  return [...values].reduce((sum, [key, json]) => sum + key.length + json.length + 8, 0);
}

/** Names may contain any character. */
function hash(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readStorage(file: string): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  try {
    return new Map(Object.entries(StorageFile.parse(JSON.parse(text)).values));
  } catch {
    renameSync(file, `${file}.damaged`); // Kept for whoever wants to repair it.
    return new Map();
  }
}
