/** Files and folders. Relative paths start in the folder of the run. */
export interface Files {
  isFile(path: string): boolean;
  isDir(path: string): boolean;
  isEmptyDir(path: string): boolean;
  exists(path: string): boolean;
  join(parent: string, ...children: string[]): string;
  /** Returns the absolute path. */
  path(relativePath: string): string;
  cwd(): string;
  getSdcardPath(): string;
  /** Creates a file, or a folder if the path ends with `/`. Returns false if it exists. */
  create(path: string): boolean;
  createWithDirs(path: string): boolean;
  /** Creates the folders that contain the path. */
  ensureDir(path: string): boolean;
  read(path: string, encoding?: string): string;
  readBytes(path: string): Uint8Array;
  write(path: string, text: unknown, encoding?: string): void;
  writeBytes(path: string, bytes: ArrayLike<number>): void;
  append(path: string, text: unknown, encoding?: string): void;
  appendBytes(path: string, bytes: ArrayLike<number>): void;
  copy(from: string, to: string): boolean;
  move(from: string, to: string): boolean;
  rename(path: string, newName: string): boolean;
  renameWithoutExtension(path: string, newName: string): boolean;
  getName(path: string): string;
  getNameWithoutExtension(path: string): string;
  getExtension(path: string): string;
  remove(path: string): boolean;
  removeDir(path: string): boolean;
  listDir(path: string, filter?: (name: string) => boolean): string[];
  open(path: string, mode?: string, encoding?: string): TextFile;
}

/** A file opened by `open`: to read with the mode `r`, to write with `w` or `a`. */
export interface TextFile {
  getPath(): string;
  read(maxChars?: number): string;
  /** Returns null at the end. */
  readline(): string | null;
  readlines(): string[];
  write(text: unknown): void;
  writeline(line: unknown): void;
  writelines(lines: unknown[]): void;
  flush(): void;
  close(): void;
}

/** Values that stay on the device after the run, shared by all scripts of the device. */
export interface Storages {
  create(name: string): Storage;
  /** Deletes a storage. Returns whether it had values. */
  remove(name: string): boolean;
}

export interface Storage {
  get(key: string, defaultValue?: unknown): unknown;
  /** Stores what JSON can express. `undefined` throws a TypeError. */
  put(key: string, value: unknown): void;
  remove(key: string): void;
  contains(key: string): boolean;
  clear(): void;
}
