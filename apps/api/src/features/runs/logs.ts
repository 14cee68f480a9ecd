import type { LogFilter, LogLevel, LogPage } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { getRun } from './runs';

/** Returns log lines in order, starting after the line `after`. */
export async function listLogs(
  context: AppContext,
  { accountId, runId }: { accountId: string; runId: string },
  { after = 0, limit }: LogFilter,
): Promise<LogPage> {
  await getRun(context, accountId, runId);
  const where = { runId, seq: { gt: after } };
  const rows = await context.prisma.runLog.findMany({ where, orderBy: { seq: 'asc' }, take: limit });
  const items = rows.map(({ seq, at, level, text }) => ({
    seq,
    at: at.toISOString(),
    level: level as LogLevel,
    text,
  }));
  const count = limit === undefined ? items.length : await context.prisma.runLog.count({ where });
  return { count, items };
}
