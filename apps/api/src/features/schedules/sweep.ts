import type { Pool } from 'pg';
import { now } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import type { Schedule } from '../../database/client/client';
import { startPeriodicTask } from '../../tasks/periodic-task';
import type { AppContext } from '../../context/app-context';
import { handleDue, handleWaiting } from './due';
import { activeRunsOf } from './overlap';

/** How often a node checks. No schedule is due more often than once a minute. */
const everyMs = 500;

/** Schedules that are handled per query. */
const batchRows = 100;

/** Handles all schedules that are due or have a waiting occurrence. Nodes that do so at the same time share the work. */
export async function runDueSchedules(context: AppContext): Promise<void> {
  let handled = batchRows;
  while (handled === batchRows) {
    handled = 0;
    for (const { id, isDue } of shuffle(await findDue(context.pool))) {
      if (await handleOne(context, id, isDue)) handled += 1;
    }
  }
}

interface DueSchedule {
  id: string;
  isDue: boolean;
}

async function findDue(pool: Pool): Promise<DueSchedule[]> {
  const due = db
    .selectFrom('Schedule')
    .select(({ lit }) => ['id', lit(true).$castTo<boolean>().as('isDue')])
    .where('nextAt', '<=', now)
    .orderBy('nextAt')
    .limit(batchRows);
  const waiting = db
    .selectFrom('ScheduleOccurrence as o')
    .innerJoin('Schedule as s', 's.id', 'o.scheduleId')
    .distinct()
    .select(({ lit }) => ['s.id', lit(false).$castTo<boolean>().as('isDue')])
    .where('o.state', '=', 'waiting')
    .where((eb) => eb.not(eb.exists(activeRunsOf(eb.ref('s.lastJobId')))))
    .limit(batchRows);
  const select = db
    .selectFrom(due.as('due'))
    .selectAll()
    .unionAll(db.selectFrom(waiting.as('waiting')).selectAll());
  return execute(pool, prepared(select));
}

/** Shuffles schedules, so that nodes which check at the same time rarely compete for the same one. */
function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Handles one schedule. A failure does not affect the others, and the next check tries again. */
async function handleOne(context: AppContext, scheduleId: string, isDue: boolean): Promise<boolean> {
  try {
    const schedule: Schedule | null = await context.prisma.schedule.findUnique({ where: { id: scheduleId } });
    if (!schedule) return false;
    return await (isDue ? handleDue(context, schedule) : handleWaiting(context, schedule));
  } catch (error) {
    context.log.warn({ err: error, scheduleId }, 'could not run a schedule, the next check tries again');
    return false;
  }
}

/** Starts the periodic task. Returns a function that ends it after the run in progress. */
export function startSchedules(context: AppContext): () => Promise<void> {
  const { log } = context;
  return startPeriodicTask(() => runDueSchedules(context), {
    everyMs,
    log,
    failure: 'could not check schedules',
  }).end;
}
