/** Bytes that are copied at once. */
const chunkBytes = 64 * 1024;

/**
 * Reads a stream to its end, and closes it. Writes the bytes to `target`, if there is one. Returns their number, and
 * their SHA-256 in hex.
 */
export function digestStream(source: JavaInput, target?: JavaOutput): { size: number; sha256: string } {
  const digest = java.security.MessageDigest.getInstance('SHA-256');
  const chunk = java.lang.reflect.Array.newInstance(java.lang.Byte.TYPE, chunkBytes);
  let size = 0;
  try {
    for (let length = source.read(chunk); length >= 0; length = source.read(chunk)) {
      digest.update(chunk, 0, length);
      if (target) target.write(chunk, 0, length);
      size += length;
    }
  } finally {
    source.close();
  }
  return { size, sha256: toHex(digest.digest()) };
}

/** Creates a file with what `write` writes, and flushes it to the disk. */
export function writeFile<Value>(path: string, write: (target: JavaOutput) => Value): Value {
  const target = new java.io.FileOutputStream(path);
  try {
    const value = write(target);
    target.getFD().sync();
    return value;
  } finally {
    target.close();
  }
}

/** Renames a file, which replaces another one atomically. */
export function renameFile(from: string, to: string): void {
  if (!new java.io.File(from).renameTo(new java.io.File(to))) throw new Error(`${to} could not be written`);
}

/** Deletes a file, if there is one. */
export function deleteFile(path: string): void {
  // The engines of phones know `delete` as a keyword only.
  new java.io.File(path)['delete']();
}

/** Returns the names and sizes of the files in a folder. */
export function listFiles(folder: string): { name: string; size: number; modifiedAt: number }[] {
  const found: { name: string; size: number; modifiedAt: number }[] = [];
  const children = new java.io.File(folder).listFiles();
  for (let i = 0; children && i < children.length; i += 1) {
    const child = children[i];
    found.push({
      name: String(child.getName()),
      size: Number(child.length()),
      modifiedAt: Number(child.lastModified()),
    });
  }
  return found;
}

export function encodeText(text: string): JavaBytes {
  return new java.lang.String(text).getBytes('UTF-8');
}

function toHex(bytes: JavaBytes): string {
  let hex = '';
  for (let i = 0; i < bytes.length; i += 1) hex += ((bytes[i] & 255) + 256).toString(16).slice(1);
  return hex;
}
