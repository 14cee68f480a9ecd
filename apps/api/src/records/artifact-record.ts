import type { Artifact } from '@drover/contract';
import { toFileName } from '@drover/contract/file-names';
import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables';

type Row = Omit<Selectable<Tables['Artifact']>, 'accountId'>;

export function toArtifact({ id, savedAt, ...artifact }: Row): Artifact {
  const { runId, jobId, deviceId, name, kind, size, sha256, problem } = artifact;
  return {
    _id: id,
    ...{ runId, jobId, deviceId, name, fileName: toFileName(name), kind, size, sha256, problem },
    savedAt: savedAt.toISOString(),
  };
}
