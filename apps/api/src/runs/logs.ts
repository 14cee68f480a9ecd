import type { LogFilter, LogLevel, LogPage } from '@drover/contract';
import type { Service } from '../service';
import { getRun } from './runs';

/** Lines in order, from after the one that the caller has. */
export async function listLogs(
  service: Service,
  { accountId, runId }: { accountId: string; runId: string },
  { after = 0, limit }: LogFilter,
): Promise<LogPage> {
  await getRun(service, accountId, runId);
  const where = { runId, seq: { gt: after } };
  const rows = await service.prisma.runLog.findMany({ where, orderBy: { seq: 'asc' }, take: limit });
  const items = rows.map(({ seq, at, level, text }) => ({
    seq,
    at: at.toISOString(),
    level: level as LogLevel,
    text,
  }));
  const count = limit === undefined ? items.length : await service.prisma.runLog.count({ where });
  return { count, items };
}
