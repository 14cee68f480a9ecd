/** Paths of source files. This file imports nothing, so that the console can load it alone. */

/** Control characters, and those that are not allowed in paths on some systems. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff\\:*?"<>|]/u;

export function hasUnsafeChars(path: string): boolean {
  return unsafe.test(path);
}

/** Whether a path is relative, and stays below its folder on all systems. */
export function isRelativePath(path: string): boolean {
  return path.split('/').every((segment) => /[^.\s]/.test(segment) && !/[.\s]$/.test(segment));
}

/** Returns what paths have in common that are the same file on some systems. */
export function toPathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
