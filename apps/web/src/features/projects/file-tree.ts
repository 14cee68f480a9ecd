/** A folder with its folders and files, each sorted by name. */
export interface Folder {
  name: string;
  path: string;
  folders: Folder[];
  files: { name: string; path: string }[];
}

/** Sorts the paths of files into folders. */
export function toFolder(paths: readonly string[], name = '', path = ''): Folder {
  const inside = path === '' ? '' : `${path}/`;
  const rest = paths.map((each) => each.slice(inside.length));
  const folderNames = new Set(
    rest.filter((each) => each.includes('/')).map((each) => each.slice(0, each.indexOf('/'))),
  );
  return {
    name,
    path,
    folders: [...folderNames].sort().map((each) => {
      const folder = inside + each;
      return toFolder(
        paths.filter((file) => file.startsWith(`${folder}/`)),
        each,
        folder,
      );
    }),
    files: rest
      .filter((each) => !each.includes('/'))
      .sort()
      .map((each) => ({ name: each, path: inside + each })),
  };
}
