import type { Artifact, ArtifactList, Paging } from '@drover/contract';
import { listHistory } from '../../database/history';
import { anyOf } from '../../database/expressions';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { AppContext } from '../../context/app-context';
import { orNotFound } from '../../errors/api-error';
import { toArtifact } from '../../records/artifact-record';

const artifacts = db.selectFrom('Artifact as t').selectAll('t');

const selectArtifacts = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  artifacts.where('t.id', '=', anyOf(ids)),
);

interface RunIds {
  accountId: string;
  runId: string;
}

/** Lists the artifacts of a run, the newest first. */
export async function listArtifacts(
  { pool }: AppContext,
  { accountId, runId }: RunIds,
  paging: Paging,
): Promise<ArtifactList> {
  const run = db.selectFrom('Run').select('id').where('id', '=', runId).where('accountId', '=', accountId);
  orNotFound(await executeFirst(pool, run));
  return listHistory(pool, paging, {
    table: 'Artifact',
    branches: [{ keys: [['runId', runId]] }],
    select: selectArtifacts,
    item: toArtifact,
  });
}

const selectArtifact = defineStatement(
  ({ accountId, runId, artifactId }: Placeholders<RunIds & { artifactId: string }>) =>
    db
      .selectFrom('Artifact as t')
      .leftJoin('ArtifactContent as c', (join) =>
        join
          .onRef('c.accountId', '=', 't.accountId')
          .onRef('c.sha256', '=', 't.sha256')
          .on('t.problem', 'is', null),
      )
      .selectAll('t')
      .select(['c.key', 'c.parts'])
      .where('t.id', '=', artifactId)
      .where('t.runId', '=', runId)
      .where('t.accountId', '=', accountId),
);

/** An artifact and where its content is. */
export interface StoredArtifact {
  artifact: Artifact;
  key: string;
  parts: string[];
}

/** Finds the content of an artifact. One whose content was not stored is not found, and the message says why. */
export async function findArtifact(
  { pool }: AppContext,
  ids: RunIds & { artifactId: string },
): Promise<StoredArtifact> {
  const { key, parts, ...row } = orNotFound(await executeFirst(pool, prepared(selectArtifact(ids))));
  return { artifact: toArtifact(row), ...orNotFound(key && parts ? { key, parts } : undefined) };
}
