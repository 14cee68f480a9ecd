/** Codes of errors if a disk, a quota or a limit has no room for a file. */
const fullDiskCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];

export function isFullDisk(error: unknown): boolean {
  return fullDiskCodes.includes((error as NodeJS.ErrnoException).code ?? '');
}
