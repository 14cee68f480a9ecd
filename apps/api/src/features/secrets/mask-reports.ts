import type { Finished, Log, Posted } from '@drover/contract';
import type { DurableFrame, Report } from '../../device-socket/report';
import type { AppContext } from '../../context/app-context';
import { anyOf, textArray } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { maskJson, type Mask } from '../../masking/mask';
import { openSecret, type SealedSecret } from './secrets';

type MaskedFrame = Log | Finished | Posted;

/** Masks the secrets of runs in their output before it is stored or published. */
export async function maskReports(context: AppContext, reports: Report[]): Promise<Report[]> {
  const runIds = reports.flatMap(({ frame }) => (hasText(frame) ? [frame.runId] : []));
  if (runIds.length === 0) return reports;
  const unknown = runIds.filter((runId) => !context.masks.has(runId));
  if (unknown.length > 0) await loadMasks(context, [...new Set(unknown)]);
  const masks = context.masks.masksOf(runIds);
  if (masks.size === 0) return reports;
  return reports.map((report) => {
    const { frame } = report;
    const mask = hasText(frame) ? masks.get(frame.runId) : undefined;
    return mask && hasText(frame) ? { ...report, frame: maskFrame(frame, mask) } : report;
  });
}

function hasText(frame: DurableFrame): frame is MaskedFrame {
  return frame.type === 'log' || frame.type === 'finished' || frame.type === 'posted';
}

function maskFrame(frame: MaskedFrame, mask: Mask): MaskedFrame {
  switch (frame.type) {
    case 'log':
      return { ...frame, lines: frame.lines.map((line) => ({ ...line, text: mask(line.text) })) };
    case 'finished':
      return { ...frame, reason: frame.reason && mask(frame.reason) };
    case 'posted':
      return {
        ...frame,
        text: mask(frame.text),
        title: frame.title && mask(frame.title),
        attachments: frame.attachments?.map(({ type, data }) => ({ type, data: maskJson(data, mask) })),
      };
  }
}

/** Loads the secrets of runs that another node sent, or that this node no longer has in memory. */
async function loadMasks(context: AppContext, runIds: string[]): Promise<void> {
  const sealed = await findSecretValues(context, runIds);
  for (const runId of runIds) {
    const values = await Promise.all(
      (sealed.get(runId) ?? []).map((secret) => openSecret(context.vault, secret)),
    ).catch(() => undefined);
    // If decrypting fails, a key is missing, so the whole output is hidden.
    if (values) context.masks.add(runId, values);
    else context.masks.hideAll(runId);
  }
}

/** Finds all values that runs may have received: the current ones, and those that were replaced or deleted since. */
async function findSecretValues(
  { pool }: AppContext,
  runIds: string[],
): Promise<Map<string, SealedSecret[]>> {
  const select = db
    .selectFrom('Run as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
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
    .select(['r.id as runId', 's.accountId', 's.name', 's.sealed'])
    .where('r.id', '=', anyOf(runIds))
    .where('j.secretNames', '!=', textArray([]));
  const rows = await execute(pool, select);
  const byRun = new Map<string, SealedSecret[]>();
  for (const { runId, ...secret } of rows) byRun.set(runId, [...(byRun.get(runId) ?? []), secret]);
  return byRun;
}
