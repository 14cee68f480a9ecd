import { LIMITS, type Log, type LogLevel } from '@drover/contract';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { LineRange } from '../../bus/bus';
import { insertFrom, int, ints, texts, timestamps, unnest } from '../../database/expressions';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';
import type { Report } from '../../device-socket/report';

interface LineColumns {
  runIds: string[];
  deviceIds: string[];
  numbers: number[];
  times: Date[];
  levels: LogLevel[];
  texts: string[];
}

/** Adds lines that a run does not have yet, as long as it has room, and returns the range of the new lines. */
const insertLines = defineStatement((lines: Placeholders<LineColumns>) => {
  const accepted = db
    .selectFrom(
      unnest('v', {
        runId: texts(lines.runIds),
        deviceId: texts(lines.deviceIds),
        seq: ints(lines.numbers),
        at: timestamps(lines.times),
        level: texts(lines.levels),
        text: texts(lines.texts),
      }),
    )
    .innerJoin('Run as r', (join) =>
      join.onRef('r.id', '=', 'v.runId').onRef('r.deviceId', '=', 'v.deviceId'),
    )
    .where('r.logBytes', '<=', LIMITS.runLogBytes);
  const insert = insertFrom(db.insertInto('RunLog'), accepted, (eb) => ({
    runId: eb.ref('v.runId'),
    seq: eb.ref('v.seq'),
    at: eb.ref('v.at'),
    level: eb.ref('v.level'),
    text: eb.ref('v.text'),
  }))
    .onConflict((conflict) => conflict.columns(['runId', 'seq']).doNothing())
    .returning((eb) => ['runId', 'seq', sql<number>`octet_length(${eb.ref('text')})`.as('bytes')]);
  return db
    .with('inserted', () => insert)
    .with('added', (cte) =>
      cte
        .selectFrom('inserted')
        .groupBy('runId')
        .select((eb) => ['runId', eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
        .select((eb) => int(eb.fn.sum('bytes')).as('bytes')),
    )
    .updateTable('Run as r')
    .from('added')
    .set({ logBytes: (eb) => eb('r.logBytes', '+', eb.ref('added.bytes')) })
    .whereRef('r.id', '=', 'added.runId')
    .returning(['r.id as runId', 'added.first', 'added.last']);
});

/** Adds log lines, each once, to runs that have room for them, and returns the lines that are new. */
export async function recordLines(client: ClientBase, reports: Report<Log>[]): Promise<LineRange[]> {
  const lines = reports.flatMap(({ deviceId, frame, time }) =>
    frame.lines.map((line) => ({ ...line, at: time(line.at), runId: frame.runId, deviceId })),
  );
  if (lines.length === 0) return [];
  const insert = insertLines({
    runIds: lines.map(({ runId }) => runId),
    deviceIds: lines.map(({ deviceId }) => deviceId),
    numbers: lines.map(({ seq }) => seq),
    times: lines.map(({ at }) => at),
    levels: lines.map(({ level }) => level),
    texts: lines.map(({ text }) => replaceNul(text)),
  });
  return execute(client, insert);
}

/** Replaces NUL characters, which PostgreSQL does not store in text. */
function replaceNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
