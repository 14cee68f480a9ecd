import {
  ArchivedDevscript,
  ArchivedGroup,
  ArchivedPreset,
  ArchivedSchedule,
  type ArchivedFiles,
  type ArchivedKind,
} from '@drover/contract';

/** Folder and schema of each kind of record, in the order in which they are imported: a record names only earlier ones. */
export const KINDS = {
  'device-group': { folder: 'device-groups', schema: ArchivedGroup },
  devscript: { folder: 'devscripts', schema: ArchivedDevscript },
  preset: { folder: 'presets', schema: ArchivedPreset },
  schedule: { folder: 'schedules', schema: ArchivedSchedule },
} as const satisfies Record<ArchivedKind, object>;

/** A record of an archive with its kind. */
export type ArchivedRecord =
  | { kind: 'device-group'; record: ArchivedGroup }
  | { kind: 'devscript'; record: ArchivedDevscript }
  | { kind: 'preset'; record: ArchivedPreset }
  | { kind: 'schedule'; record: ArchivedSchedule };

export const manifestPath = 'manifest.json';

export function recordPath(kind: ArchivedKind, id: string): string {
  return `${KINDS[kind].folder}/${id}.json`;
}

/** Content is named by its hash, so that equal content is stored once. */
export function contentPath(sha256: string): string {
  return `contents/${sha256}`;
}

/** Returns the kind of the record at a path, or undefined if no record has such a path. */
export function kindOf(path: string): ArchivedKind | undefined {
  const [, folder] = /^([a-z-]+)\/[0-9a-f]{24}\.json$/.exec(path) ?? [];
  const kinds = Object.keys(KINDS) as ArchivedKind[];
  return kinds.find((kind) => KINDS[kind].folder === folder);
}

/** Returns the hash that names a content, or undefined if no content has such a path. */
export function contentHashOf(path: string): string | undefined {
  return /^contents\/([0-9a-f]{64})$/.exec(path)?.[1];
}

/** Returns the hashes of the contents of files. */
export function contentHashesOf({ code, config, schema, project }: ArchivedFiles): string[] {
  const built = [project?.sources, project?.sourceMap, project?.phoneCode, project?.phoneMap];
  const hashes = [code?.sha256, config?.sha256, schema?.sha256, ...built];
  return hashes.filter((hash) => typeof hash === 'string');
}
