import { LIMITS, type LogFilter, type LogLevel, type LogPage } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { getRun } from './runs';

/** Returns a page of log lines in order, starting after the line `after`. */
export async function listLogs(
  context: AppContext,
  { accountId, runId }: { accountId: string; runId: string },
  { after = 0, limit = LIMITS.defaultLogItems }: LogFilter,
): Promise<LogPage> {
  await getRun(context, accountId, runId);
  const { runLog } = context.prisma;
  const where = { runId, seq: { gt: after } };
  const rows = await runLog.findMany({ where, orderBy: { seq: 'asc' }, take: limit });
  const last = await runLog.findFirst({ where: { runId }, orderBy: { seq: 'desc' }, select: { seq: true } });
  const items = rows.map(({ seq, at, level, text }) => ({
    seq,
    at: at.toISOString(),
    level: level as LogLevel,
    text,
  }));
  // Lines may be written between the two statements.
  return { count: items.length, items, lastSeq: last?.seq ?? 0 };
}
