import { LIMITS, type LogFilter, type LogLine, type LogPage } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import { int } from '../../database/expressions';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';
import type { AppContext } from '../../context/app-context';
import { decodeBlock, hasLinesFrom } from './log-blocks';
import { getRun } from './runs';

/** Blocks that one statement reads. A page of the default length usually needs fewer. */
const maxBlocks = 32;

const selectBlocks = defineStatement(({ runId, first }: Placeholders<{ runId: string; first: number }>) =>
  db
    .selectFrom('RunLog as b')
    .select(['b.seq', 'b.lines'])
    .where('b.runId', '=', runId)
    .where(hasLinesFrom(int(first)))
    .orderBy('b.seq')
    .limit(maxBlocks),
);

const selectLastSeq = defineStatement(({ runId }: Placeholders<{ runId: string }>) =>
  db
    .selectFrom('RunLog as b')
    .select('b.lastSeq')
    .where('b.runId', '=', runId)
    .orderBy('b.seq', 'desc')
    .limit(1),
);

/** Returns a page of log lines in order, starting after the line `after`. */
export async function listLogs(
  context: AppContext,
  { runId, ...scope }: DeviceScope & { runId: string },
  { after = 0, limit = LIMITS.defaultLogItems }: LogFilter,
): Promise<LogPage> {
  await getRun(context, scope, runId);
  const items = await readLines(context, { runId, after, limit });
  const [last] = await execute(context.pool, selectLastSeq({ runId }));
  // Lines may be written between the two statements.
  return { count: items.length, items, lastSeq: last?.lastSeq ?? 0 };
}

async function readLines(
  { pool }: AppContext,
  { runId, after, limit }: { runId: string; after: number; limit: number },
): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  for (;;) {
    const previous = lines.at(-1)?.seq ?? after;
    const blocks = await execute(pool, selectBlocks({ runId, first: previous + 1 }));
    for (const line of blocks.flatMap(decodeBlock)) if (line.seq > previous) lines.push(line);
    if (lines.length >= limit || blocks.length < maxBlocks) return lines.slice(0, limit);
  }
}
