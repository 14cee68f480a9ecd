import { LINK_LIMITS, type Plan, type RunOrder, type Vars } from '@drover/contract';
import type { InferResult } from 'kysely';
import type { AppContext } from '../context/app-context';
import { anyOf } from '../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../database/sql';
import { secretNamesIn } from '../features/secrets/references';
import { formatLocalTime } from '../records/local-time';

/** The part of a run frame that is the same for all devices of the job. */
export interface DeliverableJob {
  order: Omit<RunOrder, 'type' | 'runId' | 'jobId' | 'robotName'>;
  accountId: string;
  /** Names of the secrets that the environment references, and their values once they are filled in. */
  secretNames: string[];
  secretValues?: string[];
  /** Why the job cannot be sent. */
  refusal?: string;
}

/** `hamibot.plan` of a script with a monthly price. */
const monthlyPlan: Plan = { name: '月付', model: 'flatRate', onFreeTrial: false };

const selectJobsWithCode = defineStatement(({ jobIds }: Placeholders<{ jobIds: string[] }>) =>
  db
    .selectFrom('Job as j')
    .innerJoin('Content as c', 'c.sha256', 'j.codeSha256')
    .leftJoin('Script as s', 's.id', 'j.scriptId')
    .leftJoin('Devscript as d', 'd.id', 's.devscriptId')
    .select(['j.id', 'j.accountId', 'j.kind', 'j.scriptId', 'j.name', 'j.env', 'j.timeout', 'j.secretNames'])
    .select('j.screenshotOnFailure')
    .select(['c.sha256', 'c.size', 'd.plan as pricing'])
    .select((eb) =>
      eb.case().when('c.size', '<=', LINK_LIMITS.inlineCodeBytes).then(eb.ref('c.bytes')).end().as('code'),
    )
    .where('j.id', '=', anyOf(jobIds)),
);

type Row = InferResult<ReturnType<typeof selectJobsWithCode>>[number];

const selectVariantsWithCode = defineStatement(({ jobIds }: Placeholders<{ jobIds: string[] }>) =>
  db
    .selectFrom('JobVariant as k')
    .innerJoin('Content as c', 'c.sha256', 'k.codeSha256')
    .select(['k.jobId', 'k.number as variant', 'k.env', 'c.sha256', 'c.size'])
    .select((eb) =>
      eb.case().when('c.size', '<=', LINK_LIMITS.inlineCodeBytes).then(eb.ref('c.bytes')).end().as('code'),
    )
    .where('k.jobId', '=', anyOf(jobIds)),
);

/** A run, as far as it decides what is sent. */
interface JobOfRun {
  jobId: string;
  variant: number | null;
}

/** Names what a run runs: its job, or a variant of it. */
export const orderKey = ({ jobId, variant }: JobOfRun): string =>
  variant === null ? jobId : `${jobId} ${variant}`;

/** Loads what runs run, by `orderKey`. Code that is small enough for a frame is included. */
export async function loadJobs(
  { pool, settings }: AppContext,
  runs: JobOfRun[],
): Promise<Map<string, DeliverableJob>> {
  if (runs.length === 0) return new Map();
  const jobIds = [...new Set(runs.map(({ jobId }) => jobId))];
  const rows = await execute(pool, prepared(selectJobsWithCode({ jobIds })));
  const sentAt = formatLocalTime(new Date(), settings.TZ);
  const jobs = new Map<string, DeliverableJob>(
    rows.map((row) => {
      const { accountId, secretNames } = row;
      return [row.id, { order: toOrder(row, sentAt), accountId, secretNames }];
    }),
  );
  const varied = new Set(runs.flatMap(({ jobId, variant }) => (variant === null ? [] : [jobId])));
  if (varied.size === 0) return jobs;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const variants = await execute(pool, prepared(selectVariantsWithCode({ jobIds: [...varied] })));
  for (const { jobId, variant, ...own } of variants) {
    const job = byId.get(jobId);
    if (!job) continue;
    const { accountId } = job;
    const order = toOrder({ ...job, ...own }, sentAt);
    jobs.set(orderKey({ jobId, variant }), { order, accountId, secretNames: secretNamesIn(own.env) });
  }
  return jobs;
}

function toOrder(row: Row, sentAt: string): DeliverableJob['order'] {
  return {
    scriptId: row.scriptId,
    name: row.name,
    sha256: row.sha256,
    size: row.size,
    ...(row.kind === 'update' ? { isUpdate: true } : { code: row.code?.toString('utf8') }),
    env: { ...row.env, ...builtIns(row, sentAt) },
    plan: row.pricing === 'monthly' ? monthlyPlan : undefined,
    timeoutMs: row.timeout === null ? undefined : row.timeout * 1000,
    ...(row.screenshotOnFailure && { screenshotOnFailure: true }),
  };
}

/** Returns the variables that the service adds to the environment of every script. */
function builtIns({ kind, accountId, scriptId }: Row, sentAt: string): Vars {
  return {
    APP_ENV: kind === 'script' ? 'production' : 'development',
    USER_ID: accountId,
    ...(scriptId && { SCRIPT_ID: scriptId }),
    TIMESTAMP: sentAt,
  };
}
