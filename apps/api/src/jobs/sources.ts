import type { Vars } from '@drover/contract';
import { Prisma } from '../database/client/client';
import { prepared } from '../database/prepared';
import { readConfig } from '../devscripts/files';
import { ApiError, found } from '../http/api-error';
import type { Service } from '../service';

/** What there is to run of a script. */
export interface Source {
  name: string;
  version: string | null;
  codeSha256: string;
  /** Presets of the configuration, and saved values over them: what it runs with unless a request has others. */
  values: Vars;
}

interface Row {
  name: string;
  version: string | null;
  codeSha256: string | null;
  config: Buffer | null;
  saved: Vars | null;
}

/** The code of a devscript as it is now. */
export async function findDevscript(
  { pool }: Service,
  accountId: string,
  devscriptId: string,
): Promise<Source> {
  const { rows } = await pool.query<Row>(
    prepared(Prisma.sql`
      SELECT d.name, NULL AS version, code.sha256 AS "codeSha256",
             (SELECT bytes FROM "Content" WHERE sha256 = config.sha256) AS config,
             (SELECT values FROM "SavedValues" WHERE "accountId" = d."accountId" AND "scriptId" = d.id) AS saved
      FROM "Devscript" d
      LEFT JOIN "DevscriptFile" code ON code."devscriptId" = d.id AND code.kind = 'code'
      LEFT JOIN "DevscriptFile" config ON config."devscriptId" = d.id AND config.kind = 'config'
      WHERE d.id = ${devscriptId} AND d."accountId" = ${accountId}`),
  );
  return toSource(found(rows[0]));
}

/** The newest version of a script in the account's library. */
export async function findScript({ pool }: Service, accountId: string, scriptId: string): Promise<Source> {
  const { rows } = await pool.query<Row>(
    prepared(Prisma.sql`
      SELECT s.name, s.version, v."codeSha256",
             (SELECT bytes FROM "Content" WHERE sha256 = v."configSha256") AS config,
             (SELECT values FROM "SavedValues" WHERE "accountId" = l."accountId" AND "scriptId" = s.id) AS saved
      FROM "LibraryEntry" l
      JOIN "Script" s ON s.id = l."scriptId"
      JOIN "ScriptVersion" v ON v."scriptId" = s.id AND v.version = s.version
      WHERE l."accountId" = ${accountId} AND l."scriptId" = ${scriptId}`),
  );
  return toSource(found(rows[0]));
}

/** What a job keeps of its script. */
export interface Snapshot {
  name: string;
  version: string | null;
  codeSha256: string;
  env: Vars;
}

interface Asked {
  accountId: string;
  kind: 'script' | 'devscript' | 'execute';
  scriptId: string | null;
  vars: unknown;
}

/** What a job would keep if it were asked for now. */
export async function snapshotNow(
  service: Service,
  { accountId, kind, scriptId, vars }: Asked,
): Promise<Snapshot> {
  if (scriptId === null) {
    throw new ApiError('conflict', {
      message: 'The code came with the request: there is none that is newer.',
    });
  }
  const find = kind === 'devscript' ? findDevscript : findScript;
  const { values, ...source } = await find(service, accountId, scriptId);
  return { ...source, env: { ...values, ...(vars as Vars) } };
}

function toSource({ config, saved, codeSha256, ...row }: Row): Source {
  if (codeSha256 === null) {
    throw new ApiError('conflict', { message: 'The script has no code yet. Upload its file first.' });
  }
  return { ...row, codeSha256, values: { ...presets(config), ...saved } };
}

function presets(config: Buffer | null): Vars {
  if (!config) return {};
  const values = readConfig(config).map(({ name, value, default: preset }) => [name, value ?? preset]);
  return Object.fromEntries(
    values.filter(([name, value]) => typeof name === 'string' && value !== undefined),
  ) as Vars;
}
