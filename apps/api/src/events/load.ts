import type { Event, LogLine } from '@drover/contract';
import { Prisma, type Run } from '../database/client/client';
import { selectDevices, toDevice, type DeviceRow } from '../devices/device-record';
import { toRun } from '../runs/run-record';
import type { Service } from '../service';
import type { Gathered } from './gather';

/** Text of one log event, in UTF-16 units; more becomes another one. */
const logEventUnits = 64 * 1024;

/** An event, and the account that may see it. */
interface AccountEvent {
  accountId: string;
  event: Event;
}

/** Reads what changed in these accounts. Lines come before the runs that they belong to, and so before their end. */
export async function loadEvents(
  service: Service,
  { deviceIds, removedDevices, lines, messages, runs }: Gathered,
  accountIds: string[],
): Promise<AccountEvent[]> {
  return [
    ...(deviceIds.length > 0 ? await loadDevices(service, deviceIds, accountIds) : []),
    ...removedDevices.map(({ accountId, deviceId }) =>
      ofAccount(accountId, { type: 'device.removed', deviceId }),
    ),
    ...(lines.length > 0 ? await loadLines(service, lines, accountIds) : []),
    ...messages.map(({ accountId, ...message }) => ofAccount(accountId, { type: 'message', ...message })),
    ...(runs.size > 0 ? await loadRuns(service, runs, accountIds) : []),
  ];
}

async function loadDevices(
  { pool }: Service,
  deviceIds: string[],
  accountIds: string[],
): Promise<AccountEvent[]> {
  const { rows } = await pool.query<DeviceRow>(
    Prisma.sql`${selectDevices} WHERE d.id = ANY(${deviceIds}) AND d."accountId" = ANY(${accountIds})`,
  );
  return rows.map((row) => ofAccount(row.accountId, { type: 'device', device: toDevice(row) }));
}

/**
 * A run that is further on than was told is left out: it comes with the telling of that, which its last lines go
 * before.
 */
async function loadRuns(
  { pool }: Service,
  told: Gathered['runs'],
  accountIds: string[],
): Promise<AccountEvent[]> {
  const { rows } = await pool.query<Run>(
    `SELECT * FROM "Run" WHERE id = ANY($1) AND "accountId" = ANY($2) ORDER BY id`,
    [[...told.keys()], accountIds],
  );
  return rows
    .filter(({ id, state }) => told.get(id)?.has(state))
    .map((row) => ofAccount(row.accountId, { type: 'run', run: toRun(row) }));
}

interface LineRow extends Omit<LogLine, 'at'> {
  at: Date;
  runId: string;
  jobId: string;
  deviceId: string;
  accountId: string;
}

async function loadLines(
  { pool }: Service,
  ranges: Gathered['lines'],
  accountIds: string[],
): Promise<AccountEvent[]> {
  const { rows } = await pool.query<LineRow>(
    `SELECT r.id AS "runId", r."jobId", r."deviceId", r."accountId", l.seq, l.at, l.level, l.text
     FROM unnest($1::text[], $2::int[], $3::int[]) AS v ("runId", first, last)
     JOIN "Run" r ON r.id = v."runId" AND r."accountId" = ANY($4)
     JOIN "RunLog" l ON l."runId" = r.id AND l.seq BETWEEN v.first AND v.last
     ORDER BY r.id, l.seq`,
    [
      ...[ranges.map(({ runId }) => runId), ranges.map(({ first }) => first)],
      ...[ranges.map(({ last }) => last), accountIds],
    ],
  );
  return toLogs(rows);
}

function toLogs(rows: LineRow[]): AccountEvent[] {
  const logs: AccountEvent[] = [];
  let lines: LogLine[] = [];
  let [runId, units] = ['', 0];
  for (const { accountId, jobId, deviceId, ...row } of rows) {
    if (row.runId !== runId || units > logEventUnits) {
      [runId, units, lines] = [row.runId, 0, []];
      logs.push(ofAccount(accountId, { type: 'log', runId, jobId, deviceId, lines }));
    }
    units += row.text.length;
    lines.push({ seq: row.seq, at: row.at.toISOString(), level: row.level, text: row.text });
  }
  return logs;
}

function ofAccount(accountId: string, event: Event): AccountEvent {
  return { accountId, event };
}
