import { FileKind } from '@drover/contract';
import type { DevscriptFile, Revision } from '../../database/client/client';

/** The columns of a revision that describe its files. */
export type RevisionFiles = Pick<
  Revision,
  | 'codeName'
  | 'codeSha256'
  | 'codeSize'
  | 'configName'
  | 'configSha256'
  | 'configSize'
  | 'schemaName'
  | 'schemaSha256'
  | 'schemaSize'
>;

/** A file that a revision describes. */
export type RevisionFile = Pick<DevscriptFile, 'kind' | 'name' | 'sha256' | 'size'>;

/** Returns the columns that describe files. */
export function toRevisionFiles(files: RevisionFile[]): RevisionFiles {
  const code = files.find(({ kind }) => kind === 'code');
  const config = files.find(({ kind }) => kind === 'config');
  const schema = files.find(({ kind }) => kind === 'schema');
  return {
    codeName: code?.name ?? null,
    codeSha256: code?.sha256 ?? null,
    codeSize: code?.size ?? null,
    configName: config?.name ?? null,
    configSha256: config?.sha256 ?? null,
    configSize: config?.size ?? null,
    schemaName: schema?.name ?? null,
    schemaSha256: schema?.sha256 ?? null,
    schemaSize: schema?.size ?? null,
  };
}

/** Returns the files that the columns describe. */
export function filesOf(columns: RevisionFiles): RevisionFile[] {
  return FileKind.options.flatMap((kind) => {
    const { [`${kind}Name` as const]: name, [`${kind}Sha256` as const]: sha256 } = columns;
    const size = columns[`${kind}Size`];
    return name === null || sha256 === null || size === null ? [] : [{ kind, name, sha256, size }];
  });
}

/** Whether the content of the files is the same. Their names do not count. */
export function hasSameContent(a: RevisionFiles, b: RevisionFiles): boolean {
  const hashes = ['codeSha256', 'configSha256', 'schemaSha256'] as const;
  return hashes.every((hash) => a[hash] === b[hash]);
}
