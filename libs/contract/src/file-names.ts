/**
 * Names of artifacts as file names. Scripts choose the names, so they may contain anything. This file imports nothing,
 * so that the command line can load it alone.
 */

/** Control characters, those that change the direction of text, and those that Windows does not allow. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff<>:"|?*]/gu;

/** Names of devices on Windows, with any extension. */
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i;

/** Most file systems allow 255 bytes. */
const maxBytes = 200;

/** Returns a name for a file: one segment of a path, which is valid on all systems. */
export function toFileName(name: string): string {
  return toSegment(name.replace(/[/\\]/g, '_'));
}

/** Returns a relative path that stays below its folder. Slashes and backslashes of the name separate folders. */
export function toFilePath(name: string): string {
  const segments = name.split(/[/\\]/).filter((segment) => !/^\.*\s*$/.test(segment));
  return segments.length === 0 ? toSegment(name) : segments.slice(-10).map(toSegment).join('/');
}

/** Creates a function that makes paths unique, also where upper and lower case are the same: `a.txt`, `a (2).txt`. */
export function createUniquePaths(): (path: string) => string {
  const used = new Map<string, number>();
  return (path) => {
    const [, stem, extension] = /^(.*?)((?:\.[^./]+)?)$/s.exec(path) ?? ['', path, ''];
    let unique = path;
    for (let count = used.get(keyOf(path)) ?? 1; used.has(keyOf(unique));) {
      count += 1;
      unique = `${stem} (${count})${extension}`;
      used.set(keyOf(path), count);
    }
    used.set(keyOf(unique), 1);
    return unique;
  };
}

function keyOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function toSegment(name: string): string {
  const safe = withoutEnd(name.replace(unsafe, '_').replace(/[/\\]/g, '_')).trimStart();
  const allowed = reserved.test(safe) ? `_${safe}` : safe;
  return cut(allowed) || 'artifact';
}

/** Removes dots and spaces at the end, which Windows ignores. */
function withoutEnd(name: string): string {
  let length = name.length;
  while (length > 0 && '. '.includes(name[length - 1])) length -= 1;
  return name.slice(0, length);
}

/** Cuts a long name before its extension. */
function cut(name: string): string {
  if (countBytes(name) <= maxBytes) return name;
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  let stem = '';
  for (const char of name.slice(0, name.length - extension.length)) {
    if (countBytes(stem + char + extension) > maxBytes) break;
    stem += char;
  }
  return stem + extension;
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
