/** Files that are not on the disk, such as those of a Git commit. Paths are relative and have no `.` or `..`. */
export interface ProjectTree {
  find(path: string): 'file' | 'folder' | undefined;
  read(path: string): Promise<Uint8Array>;
}
