import { LIMITS, type Log } from '@drover/contract';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { LineRange } from '../../bus/bus';
import { insertFrom, int, ints, texts, unnest, withoutEstimate } from '../../database/expressions';
import {
  db,
  defineStatement,
  execute,
  prepared,
  type Placeholders,
  type RowOf,
  type Statement,
} from '../../database/sql';
import type { Report } from '../../device-socket/report';
import { toStoredText } from '../../device-socket/stored-text';
import {
  addLines,
  encodeBlock,
  hasLinesFrom,
  type LogChange,
  type LogTail,
  type NumberedLine,
} from './log-blocks';

/** Runs with new lines, and the numbers of the first and the last one as the device counts them. */
interface ReportedColumns {
  runIds: string[];
  deviceIds: string[];
  firsts: number[];
  lasts: number[];
}

/** The logs of runs as far as new lines concern them. LIMIT makes it a lookup by key in every plan. */
const selectTails = defineStatement((reported: Placeholders<ReportedColumns>) =>
  db
    .selectFrom(
      unnest('v', {
        runId: texts(reported.runIds),
        deviceId: texts(reported.deviceIds),
        first: ints(reported.firsts),
        last: ints(reported.lasts),
      }),
    )
    .innerJoin('Run as r', (join) =>
      join.onRef('r.id', '=', 'v.runId').onRef('r.deviceId', '=', 'v.deviceId'),
    )
    .leftJoinLateral(
      (eb) => {
        const before = sql<number>`(v.first + r."linesBefore" - 1)`;
        const last = sql<number>`(v.last + r."linesBefore")`;
        return eb
          .selectFrom('RunLog as b')
          .select(['b.seq', 'b.lastSeq', sql<number>`octet_length(b.lines)`.as('bytes')])
          .whereRef('b.runId', '=', 'r.id')
          .where(hasLinesFrom(before))
          .where('b.seq', '<=', last)
          .orderBy('b.seq')
          .limit(sql<number>`${last} - ${before} + 1`)
          .as('b');
      },
      (join) => join.onTrue(),
    )
    .where('r.logBytes', '<=', LIMITS.runLogBytes)
    .select(['v.runId', 'v.deviceId', 'r.linesBefore', 'r.logBytes', 'b.seq', 'b.lastSeq', 'b.bytes']),
);

interface ChangeColumns {
  runIds: string[];
  /** What their logs count before and after the change. */
  before: number[];
  after: number[];
  blockRunIds: string[];
  seqs: number[];
  lastSeqs: number[];
  lines: string[];
}

/**
 * Writes lines to runs whose logs did not change since they were read, and returns these runs. What a log counts grows
 * with each line, so it tells whether the log has changed.
 */
const writeBlocks = defineStatement((change: Placeholders<ChangeColumns>) =>
  db
    .with('changed', (cte) =>
      cte
        .updateTable('Run as r')
        .from(
          unnest('v', {
            runId: texts(change.runIds),
            before: ints(change.before),
            after: ints(change.after),
          }),
        )
        .set({ logBytes: (eb) => eb.ref('v.after') })
        .whereRef('r.id', '=', 'v.runId')
        .where((eb) => withoutEstimate(eb('r.logBytes', '=', eb.ref('v.before'))))
        .returning('r.id as runId'),
    )
    .with('written', (cte) => {
      const blocks = cte
        .selectFrom(
          unnest('v', {
            runId: texts(change.blockRunIds),
            seq: ints(change.seqs),
            lastSeq: ints(change.lastSeqs),
            lines: texts(change.lines),
          }),
        )
        .where('v.runId', 'in', (eb) => eb.selectFrom('changed').select('changed.runId'));
      return insertFrom(cte.insertInto('RunLog'), blocks, (eb) => ({
        runId: eb.ref('v.runId'),
        seq: eb.ref('v.seq'),
        lastSeq: eb.ref('v.lastSeq'),
        lines: eb.ref('v.lines'),
      })).onConflict((conflict) =>
        conflict.columns(['runId', 'seq']).doUpdateSet({
          lastSeq: (eb) => eb.ref('excluded.lastSeq'),
          lines: sql<string>`"RunLog".lines || E'\\n' || excluded.lines`,
        }),
      );
    })
    .selectFrom('changed')
    .select('changed.runId'),
);

/** Lines that a device reports of a run, by their numbers. A repeated line may be among them. */
interface ReportedLines {
  runId: string;
  deviceId: string;
  lines: NumberedLine[];
}

/** Runs a statement: in a transaction, or as one. */
type Run = <Row>(statement: Statement<Row>) => Promise<RowOf<Row>[]>;

/**
 * Reads the logs of the runs, and returns what the lines change. Others may change the logs until the changes are written,
 * so this needs no transaction, in which others would wait for it.
 */
export function prepareLines(run: Run, reports: Report<Log>[]): Promise<RunChange[]> {
  return findChanges(run, collectLines(reports));
}

/** Adds lines to runs that have room for them, each once, and returns the ranges of the new ones. */
export async function writeChanges(run: Run, found: RunChange[]): Promise<LineRange[]> {
  const ranges: LineRange[] = [];
  let changes = found;
  while (changes.length > 0) {
    const written = await run(prepared(writeBlocks(toColumns(changes))));
    const writtenIds = new Set(written.map(({ runId }) => runId));
    for (const { runId, first, last } of changes)
      if (writtenIds.has(runId)) ranges.push({ runId, first, last });
    // Another node has added lines to the other runs since they were read.
    const missed = changes.filter(({ runId }) => !writtenIds.has(runId));
    changes = await findChanges(
      run,
      missed.map(({ reported }) => reported),
    );
  }
  return ranges;
}

const keyOf = ({ runId, deviceId }: { runId: string; deviceId: string }) => `${deviceId} ${runId}`;

function collectLines(reports: Report<Log>[]): ReportedLines[] {
  const runs = new Map<string, ReportedLines>();
  for (const { deviceId, frame, time } of reports) {
    const { runId } = frame;
    const key = keyOf({ runId, deviceId });
    const run = runs.get(key) ?? { runId, deviceId, lines: [] };
    runs.set(key, run);
    for (const { seq, at, level, text, step } of frame.lines) {
      run.lines.push({ seq, at: time(at), level, text: toStoredText(text, LIMITS.logLineBytes), step });
    }
  }
  for (const { lines } of runs.values()) lines.sort((a, b) => a.seq - b.seq);
  return [...runs.values()];
}

/** What lines change in the log of a run. */
interface RunChange extends LogChange {
  runId: string;
  logBytesBefore: number;
  reported: ReportedLines;
}

/** Reads the logs of the runs, and returns those that the lines change. */
async function findChanges(run: Run, runs: ReportedLines[]): Promise<RunChange[]> {
  if (runs.length === 0) return [];
  const tails = await readTails(run, runs);
  return runs.flatMap((reported) => {
    const tail = tails.get(keyOf(reported));
    if (!tail) return [];
    const change = addLines(reported.lines, tail);
    return change ? [{ ...change, runId: reported.runId, logBytesBefore: tail.logBytes, reported }] : [];
  });
}

/** Reads the logs of runs that have room, by device and run. */
async function readTails(run: Run, runs: ReportedLines[]): Promise<Map<string, LogTail>> {
  const select = selectTails({
    runIds: runs.map(({ runId }) => runId),
    deviceIds: runs.map(({ deviceId }) => deviceId),
    firsts: runs.map(({ lines }) => lines[0].seq),
    lasts: runs.map(({ lines }) => lines[lines.length - 1].seq),
  });
  const tails = new Map<string, LogTail>();
  for (const { linesBefore, logBytes, seq, lastSeq, bytes, ...ids } of await run(prepared(select))) {
    const tail = tails.get(keyOf(ids)) ?? { linesBefore, logBytes, blocks: [] };
    tails.set(keyOf(ids), tail);
    if (seq !== null && lastSeq !== null && bytes !== null) tail.blocks.push({ seq, lastSeq, bytes });
  }
  for (const { blocks } of tails.values()) blocks.sort((a, b) => a.seq - b.seq);
  return tails;
}

function toColumns(changes: RunChange[]): ChangeColumns {
  const blocks = changes.flatMap(({ runId, blocks: own }) => own.map((block) => ({ ...block, runId })));
  return {
    runIds: changes.map(({ runId }) => runId),
    before: changes.map(({ logBytesBefore }) => logBytesBefore),
    after: changes.map(({ logBytes }) => logBytes),
    blockRunIds: blocks.map(({ runId }) => runId),
    seqs: blocks.map(({ seq }) => seq),
    lastSeqs: blocks.map(({ lastSeq }) => lastSeq),
    lines: blocks.map(({ lines }) => lines),
  };
}

/** Inserts the first line of new runs, whose `linesBefore` is 1. */
export async function insertWarning(client: ClientBase, runIds: string[], text: string): Promise<void> {
  const stored = toStoredText(text, LIMITS.logLineBytes);
  const block = encodeBlock([{ seq: 1, at: new Date(), level: 'warn', text: stored }]);
  const source = db.selectFrom(unnest('v', { runId: texts(runIds) }));
  const insert = insertFrom(db.insertInto('RunLog'), source, (eb) => ({
    runId: eb.ref('v.runId'),
    seq: int(eb.val(block.seq)),
    lastSeq: int(eb.val(block.lastSeq)),
    lines: sql<string>`${block.lines}::text`,
  }));
  await execute(client, insert);
}
