import { LINK_LIMITS, type Plan, type RunOrder, type Vars } from '@drover/contract';
import { sql, type InferResult } from 'kysely';
import type { AppContext } from '../context/app-context';
import { anyOf } from '../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../database/sql';
import { secretNamesIn } from '../features/secrets/references';
import { formatLocalTime } from '../records/local-time';

type OrderCode = Pick<RunOrder, 'sha256' | 'size' | 'code'>;

/** The part of a run frame that is the same for all devices of the job. */
export interface DeliverableJob {
  order: Omit<RunOrder, 'type' | 'runId' | 'jobId' | 'robotName'>;
  /** The code for phones, if they do not run that of the order. */
  phoneCode?: OrderCode;
  accountId: string;
  /** Names of the secrets that the environment references, and their values once they are filled in. */
  secretNames: string[];
  secretValues?: string[];
  /** Why the job cannot be sent. */
  refusal?: string;
}

/** `hamibot.plan` of a script with a monthly price. */
const monthlyPlan: Plan = { name: '月付', model: 'flatRate', onFreeTrial: false };

/** The code of a joined content, if it is small enough for a frame. */
function inlineBytes(content: 'c' | 'p') {
  const [size, bytes] = [sql.ref(`${content}.size`), sql.ref(`${content}.bytes`)];
  return sql<Buffer | null>`CASE WHEN ${size} <= ${sql.lit(LINK_LIMITS.inlineCodeBytes)} THEN ${bytes} END`;
}

const selectJobsWithCode = defineStatement(({ jobIds }: Placeholders<{ jobIds: string[] }>) =>
  db
    .selectFrom('Job as j')
    .innerJoin('Content as c', 'c.sha256', 'j.codeSha256')
    .leftJoin('ProjectBuild as b', 'b.codeSha256', 'j.codeSha256')
    .leftJoin('Content as p', 'p.sha256', 'b.phoneSha256')
    .leftJoin('Script as s', 's.id', 'j.scriptId')
    .leftJoin('Devscript as d', 'd.id', 's.devscriptId')
    .select(['j.id', 'j.accountId', 'j.kind', 'j.scriptId', 'j.name', 'j.env', 'j.timeout', 'j.secretNames'])
    .select('j.screenshotOnFailure')
    .select(['c.sha256', 'c.size', 'd.plan as pricing', 'p.sha256 as phoneSha256', 'p.size as phoneSize'])
    .select([inlineBytes('c').as('code'), inlineBytes('p').as('phoneCode')])
    .where('j.id', '=', anyOf(jobIds)),
);

type Row = InferResult<ReturnType<typeof selectJobsWithCode>>[number];

const selectVariantsWithCode = defineStatement(({ jobIds }: Placeholders<{ jobIds: string[] }>) =>
  db
    .selectFrom('JobVariant as k')
    .innerJoin('Content as c', 'c.sha256', 'k.codeSha256')
    .leftJoin('ProjectBuild as b', 'b.codeSha256', 'k.codeSha256')
    .leftJoin('Content as p', 'p.sha256', 'b.phoneSha256')
    .select(['k.jobId', 'k.number as variant', 'k.env', 'c.sha256', 'c.size'])
    .select(['p.sha256 as phoneSha256', 'p.size as phoneSize'])
    .select([inlineBytes('c').as('code'), inlineBytes('p').as('phoneCode')])
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
      const phoneCode = toPhoneCode(row);
      return [row.id, { order: toOrder(row, sentAt), phoneCode, accountId, secretNames }];
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
    const row = { ...job, ...own };
    const [order, phoneCode] = [toOrder(row, sentAt), toPhoneCode(row)];
    jobs.set(orderKey({ jobId, variant }), {
      order,
      phoneCode,
      accountId,
      secretNames: secretNamesIn(own.env),
    });
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

function toPhoneCode({ phoneSha256, phoneSize, phoneCode }: Row): OrderCode | undefined {
  if (phoneSha256 === null || phoneSize === null) return undefined;
  return { sha256: phoneSha256, size: phoneSize, code: phoneCode?.toString('utf8') };
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
