import type { Config, JobKind, Vars } from '@drover/contract';
import { sql, type InferResult } from 'kysely';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { readConfig } from '../devscripts/files';
import { ApiError, orNotFound } from '../../errors/api-error';
import type { AppContext } from '../../context/app-context';
import type { Variant } from '../variants/variant';
import { readDefaults } from './defaults';
import { findPinned, toVariant, type PinnedSource } from './pinned-sources';

/** The parts of a script that a run needs. */
export interface Source {
  name: string;
  version: string | null;
  /** Number of the revision of a devscript. Null if its files were uploaded to a server without revisions. */
  revision: number | null;
  codeSha256: string;
  /** The schema of the results. */
  schemaSha256: string | null;
  /** Defaults of the configuration, overridden by saved values. The variables of a request override both. */
  values: Vars;
  /** The items of the configuration. */
  config: Config;
  /** What the devices of pinned groups run instead. Empty for published scripts. */
  pinned: PinnedSource[];
}

const selectDevscript = defineStatement(
  ({ accountId, devscriptId }: Placeholders<{ accountId: string; devscriptId: string }>) =>
    db
      .selectFrom('Devscript as d')
      .leftJoin('DevscriptFile as code', (join) =>
        join.onRef('code.devscriptId', '=', 'd.id').on('code.kind', '=', 'code'),
      )
      .leftJoin('DevscriptFile as config', (join) =>
        join.onRef('config.devscriptId', '=', 'd.id').on('config.kind', '=', 'config'),
      )
      .leftJoin('DevscriptFile as schema', (join) =>
        join.onRef('schema.devscriptId', '=', 'd.id').on('schema.kind', '=', 'schema'),
      )
      .select([
        'd.name',
        'code.sha256 as codeSha256',
        'schema.sha256 as schemaSha256',
        sql<string | null>`NULL`.as('version'),
      ])
      .select((eb) => [
        eb
          .selectFrom('Revision as r')
          .select('r.number')
          .whereRef('r.devscriptId', '=', 'd.id')
          .whereRef('r.codeSha256', '=', 'code.sha256')
          .where('r.configSha256', 'is not distinct from', eb.ref('config.sha256'))
          .where('r.schemaSha256', 'is not distinct from', eb.ref('schema.sha256'))
          .where('r.ref', 'is', null)
          .orderBy('r.number', 'desc')
          .limit(1)
          .as('revision'),
        eb
          .selectFrom('Content as c')
          .select('c.bytes')
          .whereRef('c.sha256', '=', 'config.sha256')
          .as('config'),
        eb
          .selectFrom('SavedValues as s')
          .select('s.values')
          .whereRef('s.accountId', '=', 'd.accountId')
          .whereRef('s.scriptId', '=', 'd.id')
          .as('saved'),
      ])
      .select((eb) =>
        eb.exists(eb.selectFrom('PinnedProject as p').whereRef('p.devscriptId', '=', 'd.id')).as('isPinned'),
      )
      .where('d.id', '=', devscriptId)
      .where('d.accountId', '=', accountId),
);

const selectScript = defineStatement(
  ({ accountId, scriptId }: Placeholders<{ accountId: string; scriptId: string }>) =>
    db
      .selectFrom('LibraryEntry as l')
      .innerJoin('Script as s', 's.id', 'l.scriptId')
      .innerJoin('ScriptVersion as v', (join) =>
        join.onRef('v.scriptId', '=', 's.id').onRef('v.version', '=', 's.version'),
      )
      .select([
        's.name',
        'v.codeSha256',
        'v.schemaSha256',
        's.version',
        sql<number | null>`NULL::int`.as('revision'),
        sql<boolean>`false`.as('isPinned'),
      ])
      .select((eb) => [
        eb
          .selectFrom('Content as c')
          .select('c.bytes')
          .whereRef('c.sha256', '=', 'v.configSha256')
          .as('config'),
        eb
          .selectFrom('SavedValues as saved')
          .select('saved.values')
          .whereRef('saved.accountId', '=', 'l.accountId')
          .whereRef('saved.scriptId', '=', 's.id')
          .as('saved'),
      ])
      .where('l.accountId', '=', accountId)
      .where('l.scriptId', '=', scriptId),
);

type SourceRow = InferResult<ReturnType<typeof selectDevscript>>[number];

/** Returns the current code of a devscript, and what devices of pinned groups run instead. */
export async function findDevscript(
  context: AppContext,
  accountId: string,
  devscriptId: string,
): Promise<Source> {
  const ids = { accountId, devscriptId };
  const row = orNotFound(await executeFirst(context.pool, prepared(selectDevscript(ids))));
  const source = toSource(row);
  return row.isPinned ? { ...source, pinned: await findPinned(context, ids, row.saved) } : source;
}

/** Returns the newest version of a script in the account's library. */
export async function findScript({ pool }: AppContext, accountId: string, scriptId: string): Promise<Source> {
  const row = await executeFirst(pool, prepared(selectScript({ accountId, scriptId })));
  return toSource(orNotFound(row));
}

/** The data of its script that a job stores. */
export interface Snapshot {
  name: string;
  version: string | null;
  revision: number | null;
  codeSha256: string;
  schemaSha256: string | null;
  env: Vars;
  variants: Variant[];
}

interface SnapshotRequest {
  accountId: string;
  kind: JobKind;
  scriptId: string | null;
  vars: unknown;
}

/** Returns the data that a job created now would store. */
export async function snapshotNow(
  context: AppContext,
  { accountId, kind, scriptId, vars }: SnapshotRequest,
): Promise<Snapshot> {
  if (kind === 'update') {
    throw new ApiError('conflict', {
      message: 'An update keeps its version. To install the current one, start another update.',
    });
  }
  if (scriptId === null) {
    throw new ApiError('conflict', {
      message: 'The job has no script: its code came with the request, so no newer version of it exists.',
    });
  }
  const find = kind === 'devscript' ? findDevscript : findScript;
  const { values, config: _config, pinned, ...source } = await find(context, accountId, scriptId);
  const variants = pinned.map((source) => toVariant(source, vars as Vars));
  return { ...source, env: { ...values, ...(vars as Vars) }, variants };
}

function toSource({ config, saved, codeSha256, isPinned: _isPinned, ...row }: SourceRow): Source {
  if (codeSha256 === null) {
    throw new ApiError('conflict', { message: 'The script has no code yet. Upload its file first.' });
  }
  const items = config ? readConfig(config) : [];
  return { ...row, codeSha256, config: items, values: { ...readDefaults(items), ...saved }, pinned: [] };
}
