import { cutChars, LIMITS, type Finished, type Log, type Posted } from '@drover/contract';
import type { DurableFrame, Report } from '../../device-socket/report';
import type { AppContext } from '../../context/app-context';
import { anyOf, textArray } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { byKey, executeWith } from '../../database/transaction';
import { hideAll, keepAll, maskJson, type Mask } from '../../masking/mask';
import type { Steps } from '../../tasks/steps';
import { openSecret, type SealedSecret } from './secrets';

type MaskedFrame = Log | Finished | Posted;

interface RunOfAccount {
  accountId: string;
  runId: string;
}

/** Masks the secrets of runs in their output before it is stored or published. */
export async function maskReports(context: AppContext, reports: Report[]): Promise<Report[]> {
  const masks = await findMasks(
    context,
    reports.flatMap(({ accountId, frame }) => (hasText(frame) ? [{ accountId, runId: frame.runId }] : [])),
  );
  if (masks.size === 0) return reports;
  const masked: Report[] = [];
  for (const report of reports) {
    const { frame } = report;
    const mask = hasText(frame) ? masks.get(frame.runId) : undefined;
    if (mask === undefined || !hasText(frame)) masked.push(report);
    else
      masked.push({
        ...report,
        frame: await context.turns.compute(report.accountId, maskFrame(frame, mask)),
      });
  }
  return masked;
}

/** Masks the secrets of runs in the texts of their progress. */
export async function maskProgress<Progress extends RunOfAccount & { text?: string }>(
  context: AppContext,
  reported: Progress[],
): Promise<Progress[]> {
  const masks = await findMasks(
    context,
    reported.filter(({ text }) => text),
  );
  const masked: Progress[] = [];
  for (const progress of reported) {
    const mask = masks.get(progress.runId);
    const text = mask
      ? await context.turns.compute(progress.accountId, maskShort(progress.text, mask))
      : progress.text;
    masked.push({ ...progress, text });
  }
  return masked;
}

/** The replacement of a short secret may be longer. */
function* maskShort(text: string | undefined, mask: Mask): Steps<string | undefined> {
  return text && cutChars(yield* mask(text), LIMITS.progressTextChars);
}

/** Returns the masks of the runs that have secrets. */
async function findMasks(context: AppContext, runs: RunOfAccount[]): Promise<Map<string, Mask>> {
  const masks = new Map<string, Mask>();
  const accounts = new Map(runs.map(({ runId, accountId }) => [runId, accountId]));
  const unknown = new Map<string, string>();
  for (const [runId, accountId] of accounts) {
    const mask = await context.masks.maskOf(runId, accountId);
    if (!mask) unknown.set(runId, accountId);
    else if (mask !== keepAll) masks.set(runId, mask);
  }
  if (unknown.size > 0) await loadSecrets(context, [...unknown.keys()]);
  // Secrets that take more memory than there is for them are not kept, so this output is hidden.
  for (const [runId, accountId] of unknown)
    masks.set(runId, (await context.masks.maskOf(runId, accountId)) ?? hideAll);
  return masks;
}

function hasText(frame: DurableFrame): frame is MaskedFrame {
  return frame.type === 'log' || frame.type === 'finished' || frame.type === 'posted';
}

function* maskFrame(frame: MaskedFrame, mask: Mask): Steps<MaskedFrame> {
  switch (frame.type) {
    case 'log': {
      const lines: Log['lines'] = [];
      for (const line of frame.lines) lines.push({ ...line, text: yield* mask(line.text) });
      return { ...frame, lines };
    }
    case 'finished':
      return {
        ...frame,
        reason: frame.reason && (yield* mask(frame.reason)),
        failedStep: frame.failedStep && (yield* mask(frame.failedStep)),
        result: frame.result === undefined ? undefined : yield* maskJson(frame.result, mask),
        progress: frame.progress && { ...frame.progress, text: yield* maskShort(frame.progress.text, mask) },
      };
    case 'posted':
      return {
        ...frame,
        text: yield* mask(frame.text),
        title: frame.title && (yield* mask(frame.title)),
        attachments: frame.attachments && (yield* maskAttachments(frame.attachments, mask)),
      };
  }
}

function* maskAttachments(
  attachments: NonNullable<Posted['attachments']>,
  mask: Mask,
): Steps<Posted['attachments']> {
  const masked: NonNullable<Posted['attachments']> = [];
  for (const { type, data } of attachments) masked.push({ type, data: yield* maskJson(data, mask) });
  return masked;
}

/** Loads the secrets of runs that another node sent, or that this node no longer has in memory. */
async function loadSecrets(context: AppContext, runIds: string[]): Promise<void> {
  const select = db
    .selectFrom('Run as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
    .select(['r.id', 'r.jobId'])
    .where('r.id', '=', anyOf(runIds))
    .where('j.secretNames', '!=', textArray([]));
  const rows = await executeWith(context.pool, { settings: byKey }, select);
  const jobs = new Map(rows.map(({ id, jobId }) => [id, jobId]));
  const values = await openValues(context, [...new Set(jobs.values())]);
  for (const runId of runIds) {
    const jobId = jobs.get(runId);
    const opened = jobId === undefined ? [] : values.get(jobId);
    if (opened) context.masks.restore(runId, opened);
    else context.masks.hideAll(runId);
  }
}

/** Returns the values that the runs of jobs may have. If decrypting fails, a key is missing, so the job is left out. */
async function openValues(context: AppContext, jobIds: string[]): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>(jobIds.map((jobId) => [jobId, []]));
  for (const { jobId, ...secret } of await findSecretValues(context, jobIds)) {
    const value = await openSecret(context.vault, secret).catch(() => undefined);
    if (value === undefined) values.delete(jobId);
    else values.get(jobId)?.push(value);
  }
  return values;
}

/** Finds all values that runs may have received: the current ones, and those that were replaced or deleted since. */
async function findSecretValues(
  { pool }: AppContext,
  jobIds: string[],
): Promise<(SealedSecret & { jobId: string })[]> {
  if (jobIds.length === 0) return [];
  const select = db
    .selectFrom('Job as j')
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('Secret as c')
        .select(['c.accountId', 'c.name', 'c.sealed'])
        .whereRef('c.accountId', '=', 'j.accountId')
        .where('c.name', '=', anyOf(eb.ref('j.secretNames')))
        .unionAll(
          eb
            .selectFrom('FormerSecret as f')
            .select(['f.accountId', 'f.name', 'f.sealed'])
            .whereRef('f.accountId', '=', 'j.accountId')
            .where('f.name', '=', anyOf(eb.ref('j.secretNames')))
            .whereRef('f.replacedAt', '>=', 'j.createdAt'),
        )
        .as('s'),
    )
    .select(['j.id as jobId', 's.accountId', 's.name', 's.sealed'])
    .where('j.id', '=', anyOf(jobIds));
  return execute(pool, select);
}
