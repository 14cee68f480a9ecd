/** Constants of input files. This file imports nothing, so that agents and browsers can bundle it without zod. */

/** Path of input files for devices: GET LINK_FILES_PATH/<sha256>, with the device token. A header Range names a part. */
export const LINK_FILES_PATH = '/link/files';

/** The value of a variable that is an input file. */
export interface FileReference {
  /** SHA-256 of the content, hex. */
  $file: string;
  /** Name of the file, for people and for the extension of the local file. */
  name?: string;
}

/** Returns whether a value refers to an input file. */
export function isFileReference(value: unknown): value is FileReference {
  if (typeof value !== 'object' || value === null) return false;
  const { $file, name } = value as Record<string, unknown>;
  return isSha256($file) && (name === undefined || typeof name === 'string');
}

/** Returns whether a value is a SHA-256 in hex. */
function isSha256(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
