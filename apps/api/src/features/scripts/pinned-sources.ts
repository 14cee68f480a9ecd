import type { Config, Vars } from '@drover/contract';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import { readConfig } from '../devscripts/files';
import type { Variant } from '../variants/variant';
import type { AppContext } from '../../context/app-context';
import { readDefaults } from './defaults';

/** What the devices of a group run of a devscript, because they are pinned to a branch or a tag. */
export interface PinnedSource extends Pick<Variant, 'ref' | 'revision' | 'codeSha256' | 'schemaSha256'> {
  groupId: string;
  /** Defaults of its configuration, overridden by saved values. */
  values: Vars;
  config: Config;
}

const selectPinned = defineStatement(
  ({ accountId, devscriptId }: Placeholders<{ accountId: string; devscriptId: string }>) =>
    db
      .selectFrom('PinnedProject as p')
      .innerJoin('Repository as o', 'o.id', 'p.repositoryId')
      .innerJoin('RepositoryPin as n', (join) =>
        join.onRef('n.repositoryId', '=', 'p.repositoryId').onRef('n.ref', '=', 'p.ref'),
      )
      .innerJoin('Revision as r', 'r.id', 'p.revisionId')
      .leftJoin('Content as c', 'c.sha256', 'r.configSha256')
      .select(['n.ref', 'n.groupId', 'r.number as revision', 'r.codeSha256', 'r.schemaSha256'])
      .select('c.bytes as config')
      .where('p.devscriptId', '=', devscriptId)
      .where('o.accountId', '=', accountId)
      .orderBy('o.id')
      .orderBy('n.position'),
);

/** Returns what the devices of pinned groups run of a devscript, in the order in which the pins count. */
export async function findPinned(
  { pool }: AppContext,
  ids: { accountId: string; devscriptId: string },
  saved: Vars | null,
): Promise<PinnedSource[]> {
  const rows = await execute(pool, prepared(selectPinned(ids)));
  return rows.flatMap(({ config: bytes, codeSha256, ...row }) => {
    if (codeSha256 === null) return [];
    const config = bytes ? readConfig(bytes) : [];
    return [{ ...row, codeSha256, config, values: { ...readDefaults(config), ...saved } }];
  });
}

/** Returns the variant of a job with these variables. */
export function toVariant(
  { values, config: _config, groupId, ...source }: PinnedSource,
  vars: Vars,
): Variant {
  return { ...source, env: { ...values, ...vars }, devices: { groupId } };
}
