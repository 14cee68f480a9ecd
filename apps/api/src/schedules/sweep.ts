import type { Pool } from 'pg';
import type { Schedule } from '../database/client/client';
import { lookAgain } from '../look-again';
import type { Service } from '../service';
import { takeDue, takeWaiting } from './due';
import { underWay } from './overlap';

/** How often a node looks; nothing is due more often than every minute. */
const sweepMs = 500;

/** Schedules that are taken at one look. */
const sliceRows = 100;

/** Takes all that is due, or has waited for its turn; nodes that do it at once share the work. */
export async function runDueSchedules(service: Service): Promise<void> {
  let taken = sliceRows;
  while (taken === sliceRows) {
    taken = 0;
    for (const { id, isDue } of inAnyOrder(await findDue(service.pool))) {
      if (await takeOne(service, id, isDue)) taken += 1;
    }
  }
}

interface DueSchedule {
  id: string;
  isDue: boolean;
}

async function findDue(pool: Pool): Promise<DueSchedule[]> {
  const { rows } = await pool.query<DueSchedule>(
    `(SELECT id, true AS "isDue" FROM "Schedule" WHERE "nextAt" <= now() ORDER BY "nextAt" LIMIT $1)
     UNION ALL
     (SELECT DISTINCT s.id, false FROM "ScheduleOccurrence" o JOIN "Schedule" s ON s.id = o."scheduleId"
      WHERE o.state = 'waiting' AND NOT EXISTS (SELECT FROM "Run" WHERE "jobId" = s."lastJobId" AND ${underWay})
      LIMIT $1)`,
    [sliceRows],
  );
  return rows;
}

/** So that nodes that look at the same time seldom want the same. */
function inAnyOrder<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** One that fails leaves the others alone, and is tried again. */
async function takeOne(service: Service, scheduleId: string, isDue: boolean): Promise<boolean> {
  try {
    const schedule: Schedule | null = await service.prisma.schedule.findUnique({ where: { id: scheduleId } });
    if (!schedule) return false;
    return await (isDue ? takeDue(service, schedule) : takeWaiting(service, schedule));
  } catch (error) {
    service.log.warn({ err: error, scheduleId }, 'schedule not run; it is tried again');
    return false;
  }
}

/** Looks again and again. Gives what ends it, once what is under way is done. */
export function startSchedules(service: Service): () => Promise<void> {
  const { log } = service;
  return lookAgain(() => runDueSchedules(service), {
    everyMs: sweepMs,
    log,
    failure: 'schedules not looked at',
  }).end;
}
