import type { Artifact, ArtifactList, Paging } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import { listHistory } from '../../database/history';
import { anyOf } from '../../database/expressions';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { AppContext } from '../../context/app-context';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';
import { getRun } from '../runs/runs';
import { orNotFound } from '../../errors/api-error';
import { toArtifact } from '../../records/artifact-record';

const artifacts = db.selectFrom('Artifact as t').selectAll('t');

const selectArtifacts = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  artifacts.where('t.id', '=', anyOf(ids)),
);

interface RunIds extends DeviceScope {
  runId: string;
}

/** Lists the artifacts of a run, the newest first. */
export async function listArtifacts(
  context: AppContext,
  { runId, ...scope }: RunIds,
  paging: Paging,
): Promise<ArtifactList> {
  await getRun(context, scope, runId);
  return listHistory(context.pool, paging, {
    table: 'Artifact',
    branches: [{ keys: [['runId', runId]] }],
    select: selectArtifacts,
    item: toArtifact,
  });
}

type ArtifactValues = { accountId: string; runId: string; artifactId: string } & ScopeValues;

const selectArtifact = defineStatement(({ runId, artifactId, ...scope }: Placeholders<ArtifactValues>) =>
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
    .where('t.accountId', '=', scope.accountId)
    .where(({ and, ref }) => and(isInScope(ref('t.deviceId'), scope))),
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
  { runId, artifactId, ...scope }: RunIds & { artifactId: string },
): Promise<StoredArtifact> {
  const values = { accountId: scope.accountId, runId, artifactId, ...scopeValues(scope) };
  const { key, parts, ...row } = orNotFound(await executeFirst(pool, prepared(selectArtifact(values))));
  return { artifact: toArtifact(row), ...orNotFound(key && parts ? { key, parts } : undefined) };
}
