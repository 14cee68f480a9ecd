import { LIMITS, type LinkLogLine, type Log, type LogLevel } from '@drover/contract';
import { sql, type Expression } from 'kysely';
import type { ClientBase } from 'pg';
import type { LineRange } from '../../bus/bus';
import { insertFrom, int, ints, now, texts, timestamps, unnest } from '../../database/expressions';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';
import type { Report } from '../../device-socket/report';
import { toStoredText } from '../../device-socket/stored-text';

interface LineColumns {
  runIds: string[];
  deviceIds: string[];
  numbers: number[];
  times: Date[];
  levels: LogLevel[];
  texts: string[];
  /** What each line counts. */
  bytes: number[];
}

/** Replaces the first line for which a run has no room. */
const dropped = 'the log is full: further lines of the run were dropped';

/** The number of a line of a device, after the lines of the service. */
const storedSeq = sql<number>`v.seq + r."linesBefore"`;

/** What a stored line counts. */
const storedBytes = (text: Expression<string>) =>
  sql<number>`octet_length(${text}) + ${sql.lit(LIMITS.logLineOverheadBytes)}`;

/** Lines that runs do not have yet, and what each run's log would count with all lines up to this one. */
const selectNewLines = (lines: Placeholders<LineColumns>) =>
  db
    .selectFrom(
      unnest('v', {
        runId: texts(lines.runIds),
        deviceId: texts(lines.deviceIds),
        seq: ints(lines.numbers),
        at: timestamps(lines.times),
        level: texts(lines.levels),
        text: texts(lines.texts),
        bytes: ints(lines.bytes),
      }),
    )
    .innerJoin('Run as r', (join) =>
      join.onRef('r.id', '=', 'v.runId').onRef('r.deviceId', '=', 'v.deviceId'),
    )
    // LIMIT makes it a lookup by key. The plan of a join is made while the table is small, and scans it for ever.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('RunLog as e')
          .select('e.seq')
          .whereRef('e.runId', '=', 'r.id')
          .where('e.seq', '=', storedSeq)
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .where('r.logBytes', '<=', LIMITS.runLogBytes)
    .where('l.seq', 'is', null)
    .select(['v.runId', storedSeq.as('seq'), 'v.at', 'v.level', 'v.text', 'v.bytes'])
    .select((eb) => {
      const sum = eb.fn.sum('v.bytes').over((over) => over.partitionBy('v.runId').orderBy('v.seq'));
      return eb('r.logBytes', '+', int(sum)).as('total');
    });

/** Adds lines that a run does not have yet, as long as it has room, and returns the range of the new lines. */
const insertLines = defineStatement((lines: Placeholders<LineColumns>) =>
  db
    .with('new', () => selectNewLines(lines))
    .with('inserted', (cte) => {
      const accepted = cte
        .selectFrom('new as n')
        .where((eb) => eb(eb('n.total', '-', eb.ref('n.bytes')), '<=', LIMITS.runLogBytes));
      const isFull = sql<boolean>`n.total > ${LIMITS.runLogBytes}`;
      return insertFrom(cte.insertInto('RunLog'), accepted, (eb) => ({
        runId: eb.ref('n.runId'),
        seq: eb.ref('n.seq'),
        at: eb.ref('n.at'),
        level: eb
          .case()
          .when(isFull)
          .then(sql<LogLevel>`'warn'`)
          .else(eb.ref('n.level'))
          .end(),
        text: eb.case().when(isFull).then(dropped).else(eb.ref('n.text')).end(),
      }))
        .onConflict((conflict) => conflict.columns(['runId', 'seq']).doNothing())
        .returning((eb) => ['runId', 'seq', storedBytes(eb.ref('text')).as('bytes')]);
    })
    // Sums what was inserted: a join with the new lines would compare each of them with each other.
    .with('added', (cte) =>
      cte
        .selectFrom('inserted as i')
        .groupBy('i.runId')
        .select((eb) => ['i.runId', eb.fn.min('i.seq').as('first'), eb.fn.max('i.seq').as('last')])
        .select((eb) => int(eb.fn.sum('i.bytes')).as('bytes')),
    )
    .with('full', (cte) =>
      cte.selectFrom('new as n').where('n.total', '>', LIMITS.runLogBytes).select('n.runId').distinct(),
    )
    .updateTable('Run as r')
    .from('added')
    .set({
      logBytes: (eb) =>
        eb
          .case()
          .when('r.id', 'in', eb.selectFrom('full').select('full.runId'))
          .then(int(eb.val(LIMITS.runLogBytes + 1)))
          .else(eb('r.logBytes', '+', eb.ref('added.bytes')))
          .end(),
    })
    .whereRef('r.id', '=', 'added.runId')
    .returning(['r.id as runId', 'added.first', 'added.last']),
);

/** Adds log lines, each once, to runs that have room for them, and returns the lines that are new. */
export async function recordLines(client: ClientBase, reports: Report<Log>[]): Promise<LineRange[]> {
  const lines = distinctLines(reports);
  if (lines.length === 0) return [];
  const insert = insertLines({
    runIds: lines.map(({ runId }) => runId),
    deviceIds: lines.map(({ deviceId }) => deviceId),
    numbers: lines.map(({ seq }) => seq),
    times: lines.map(({ at }) => at),
    levels: lines.map(({ level }) => level),
    texts: lines.map(({ text }) => text),
    bytes: lines.map(({ text }) => Buffer.byteLength(text) + LIMITS.logLineOverheadBytes),
  });
  return execute(client, insert);
}

type Line = Pick<LinkLogLine, 'seq' | 'level' | 'text'> & { at: Date; runId: string; deviceId: string };

/** Returns each line once. A device that connects again may repeat lines before the first ones are stored. */
function distinctLines(reports: Report<Log>[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { deviceId, frame, time } of reports) {
    const { runId } = frame;
    for (const { seq, at, level, text } of frame.lines) {
      const key = `${deviceId} ${runId} ${seq}`;
      const stored = toStoredText(text, LIMITS.logLineBytes);
      if (!lines.has(key)) lines.set(key, { seq, at: time(at), level, text: stored, runId, deviceId });
    }
  }
  return [...lines.values()];
}

/** Inserts the first line of new runs, whose `linesBefore` is 1. */
export async function insertWarning(client: ClientBase, runIds: string[], text: string): Promise<void> {
  const source = db.selectFrom(unnest('v', { runId: texts(runIds) }));
  const insert = insertFrom(db.insertInto('RunLog'), source, (eb) => ({
    runId: eb.ref('v.runId'),
    seq: sql<number>`1`,
    at: now,
    level: sql<LogLevel>`'warn'`,
    text: sql<string>`${toStoredText(text, LIMITS.logLineBytes)}::text`,
  }));
  await execute(client, insert);
}
