import { LINK_LIMITS, type RunOrder, type Vars } from '@drover/contract';
import type { Service } from '../service';

/** The part of a run's order that all devices of its job have in common. */
export interface DeliverableJob {
  order: Omit<RunOrder, 'type' | 'runId' | 'jobId' | 'robotName'>;
  accountId: string;
  /** Secrets that the environment refers to, or once did, and the values once they are filled in. */
  secretNames: string[];
  secretValues?: string[];
  /** Why it cannot be sent. */
  refusal?: string;
}

interface Row {
  id: string;
  accountId: string;
  kind: 'script' | 'devscript' | 'execute';
  scriptId: string | null;
  name: string;
  env: Vars;
  timeout: number | null;
  secretNames: string[];
  createdAt: Date;
  sha256: string;
  size: number;
  code: Buffer | null;
}

/** Jobs with their code, where it is small enough to travel along. */
export async function loadJobs({ pool }: Service, jobIds: string[]): Promise<Map<string, DeliverableJob>> {
  if (jobIds.length === 0) return new Map();
  const { rows } = await pool.query<Row>(
    `SELECT j.id, j."accountId", j.kind, j."scriptId", j.name, j.env, j.timeout, j."secretNames", j."createdAt", c.sha256, c.size,
            CASE WHEN c.size <= $2 THEN c.bytes END AS code
     FROM "Job" j JOIN "Content" c ON c.sha256 = j."codeSha256" WHERE j.id = ANY($1)`,
    [jobIds, LINK_LIMITS.inlineCodeBytes],
  );
  return new Map(
    rows.map((row) => {
      const { accountId, secretNames } = row;
      return [row.id, { order: toOrder(row), accountId, secretNames }];
    }),
  );
}

function toOrder(row: Row): DeliverableJob['order'] {
  return {
    scriptId: row.scriptId,
    name: row.name,
    sha256: row.sha256,
    size: row.size,
    code: row.code?.toString('utf8'),
    env: { ...row.env, ...builtIns(row) },
    timeoutMs: row.timeout === null ? undefined : row.timeout * 1000,
  };
}

/** What every script finds in its environment beside its configuration; the device adds nothing to it. */
function builtIns({ kind, accountId, scriptId, createdAt }: Row): Vars {
  return {
    APP_ENV: kind === 'script' ? 'production' : 'development',
    USER_ID: accountId,
    ...(scriptId && { SCRIPT_ID: scriptId }),
    TIMESTAMP: createdAt.getTime(),
  };
}
