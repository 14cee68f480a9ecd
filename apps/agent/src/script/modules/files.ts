import type { Files } from '@drover/script-types';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { openTextFile } from './text-file';

/** Folders of a phone's user. On a machine without them they are a folder of the run. */
const phoneFolder = /^\/(sdcard|storage\/emulated\/0)(?=\/|$)/;

/** Returns the absolute path of a file on this machine. */
export function resolvePath(path: string): string {
  if (typeof path !== 'string') throw new TypeError(`files: the path must be a string, not ${String(path)}.`);
  const [root] = phoneFolder.exec(path) ?? [];
  if (root === undefined || existsSync(root)) return resolve(path);
  const folder = resolve('sdcard');
  mkdirSync(folder, { recursive: true });
  const target = resolve(folder, `.${path.slice(root.length)}`);
  if (relative(folder, target).startsWith('..')) throw new Error(`files: ${path} is outside of ${root}.`);
  return target;
}

/** Text in an encoding that the machine can read; Node writes fewer of them. */
function decode(bytes: Uint8Array, encoding = 'utf-8'): string {
  return new TextDecoder(encoding).decode(bytes);
}

function encode(text: unknown, encoding = 'utf-8'): Buffer {
  const name = encoding.toLowerCase();
  if (!Buffer.isEncoding(name)) {
    throw new Error(
      `files: this agent cannot write the encoding ${encoding}. Use utf-8, utf-16le or latin1.`,
    );
  }
  return Buffer.from(String(text), name);
}

/** Returns whether the operation succeeded. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

const statOf = (path: string) => statSync(resolvePath(path), { throwIfNoEntry: false });
export const getName = (path: string) => path.split(/[\\/]/).findLast((part) => part !== '') ?? '';

function getNameWithoutExtension(path: string): string {
  const name = getName(path);
  const end = name.lastIndexOf('.');
  return end < 0 ? name : name.slice(0, end);
}

function createEntry(path: string): boolean {
  const target = resolvePath(path);
  if (existsSync(target)) return false;
  return attempt(() => (path.endsWith('/') ? mkdirSync(target) : writeFileSync(target, '', { flag: 'wx' })));
}

function ensureDir(path: string): boolean {
  return attempt(() =>
    mkdirSync(path.endsWith('/') ? resolvePath(path) : dirname(resolvePath(path)), { recursive: true }),
  );
}

function rename(path: string, newName: string): boolean {
  const target = resolvePath(path);
  return attempt(() => renameSync(target, join(dirname(target), newName)));
}

/** Removes a file, or a folder that is empty unless its content may go as well. */
function removeEntry(path: string, isRecursive: boolean): boolean {
  const target = resolvePath(path);
  const stat = statOf(path);
  if (!stat || (stat.isDirectory() && !isRecursive && readdirSync(target).length > 0)) return false;
  return attempt(() => rmSync(target, { recursive: true }));
}

function copyEntry(from: string, to: string): boolean {
  return attempt(() => cpSync(resolvePath(from), resolvePath(to), { recursive: true }));
}

function moveEntry(from: string, to: string): boolean {
  if (attempt(() => renameSync(resolvePath(from), resolvePath(to)))) return true;
  return copyEntry(from, to) && removeEntry(from, true); // Another file system.
}

export function createFiles(): Files {
  return {
    isFile: (path) => statOf(path)?.isFile() ?? false,
    isDir: (path) => statOf(path)?.isDirectory() ?? false,
    isEmptyDir: (path) =>
      (statOf(path)?.isDirectory() ?? false) && readdirSync(resolvePath(path)).length === 0,
    exists: (path) => statOf(path) !== undefined,
    join: (parent, ...children) => join(parent, ...children),
    path: resolvePath,
    cwd: () => process.cwd(),
    getSdcardPath: () => resolvePath('/sdcard'),
    create: createEntry,
    createWithDirs: (path) =>
      !existsSync(resolvePath(path)) && ensureDir(path) && (path.endsWith('/') || createEntry(path)),
    ensureDir,
    read: (path, encoding) => decode(readFileSync(resolvePath(path)), encoding),
    readBytes: (path) => readFileSync(resolvePath(path)),
    write: (path, text, encoding) => writeFileSync(resolvePath(path), encode(text, encoding)),
    writeBytes: (path, bytes) => writeFileSync(resolvePath(path), Uint8Array.from(bytes)),
    append: (path, text, encoding) => appendFileSync(resolvePath(path), encode(text, encoding)),
    appendBytes: (path, bytes) => appendFileSync(resolvePath(path), Uint8Array.from(bytes)),
    copy: copyEntry,
    move: moveEntry,
    rename,
    renameWithoutExtension: (path, newName) => rename(path, newName + extname(path)),
    getName,
    getNameWithoutExtension,
    getExtension: (path) => extname(path).slice(1),
    remove: (path) => removeEntry(path, false),
    removeDir: (path) => removeEntry(path, true),
    listDir(path, filter = () => true) {
      const target = resolvePath(path);
      return existsSync(target) ? readdirSync(target).filter((name) => filter(name)) : [];
    },
    open: (path, mode, encoding) => openTextFile({ path: resolvePath(path), mode, encoding, encode, decode }),
  };
}
