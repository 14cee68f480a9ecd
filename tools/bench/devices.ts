import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Children } from '../service/children';
import type { Baseline } from './processes';
import type { PostgresStage, Stage } from './stage';

/** What the simulated devices of a process do. */
export interface Simulation {
  children: Children;
  folder: string;
  server: string;
  count: number;
  lines?: number;
  /** Milliseconds between the lines of a run. Without it they are sent together. */
  lineMs?: number;
  runMs?: number;
  /** Enrols devices without a credential. */
  key?: string;
}

const untilConnectedMs = 180_000;

/** Inserts devices without enrolment. Returns their IDs and writes their credentials for the simulator. */
export async function insertDevices(
  { database, accountId, folder, url }: PostgresStage,
  count: number,
): Promise<string[]> {
  const prefix = `hmd_${randomBytes(28).toString('hex')}`;
  const { rows } = await database.query<{ deviceId: string; name: string; token: string }>(
    `INSERT INTO "Device" (id, "accountId", "tokenHash", name, brand, model, platform, "appVersion", tags, "tagKeys")
     SELECT left(md5($2 || n), 24), $1, encode(sha256(($2 || lpad(n::text, 8, '0'))::bytea), 'hex'), 'sim-' || n,
            'Brand', 'Model', 'linux', '2.0.0', '{}', '{}'
     FROM generate_series(1, $3::int) n
     RETURNING id AS "deviceId", name, $2 || lpad(substr(name, 5), 8, '0') AS token`,
    [accountId, prefix, count],
  );
  await database.query('ANALYZE');
  keepCredentials(join(folder, 'devices'), url, rows);
  return rows.map(({ deviceId }) => deviceId);
}

/** The bare server accepts every device. */
export function inventDevices(folder: string, server: string, count: number): void {
  const devices = Array.from({ length: count }, (_, index) => ({
    ...{ deviceId: index.toString(16).padStart(24, '0'), name: `sim-${index}` },
    token: `hmd_${index.toString(16).padStart(64, '0')}`,
  }));
  keepCredentials(folder, server, devices);
}

function keepCredentials(
  folder: string,
  server: string,
  devices: { deviceId: string; name: string; token: string }[],
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'simulated.json'),
    JSON.stringify(devices.map((device) => ({ ...device, server }))),
  );
}

/** Connects the devices of one process. */
export function simulate(simulation: Simulation): void {
  const { children, folder, server, count, lines = 0, lineMs = 0, runMs = 100, key } = simulation;
  const args = [
    ...['simulate', '--server', server, '--count', String(count), '--data', folder],
    ...['--lines', String(lines), '--line-ms', String(lineMs), '--run-ms', String(runMs)],
    ...(key ? ['--key', key] : []),
  ];
  children.start('the devices', 'agent', { args });
}

export function connectedDevices(database: Client): () => Promise<number> {
  return async () => {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*)::int FROM "Device" WHERE "nodeId" IS NOT NULL',
    );
    return rows[0]?.count ?? 0;
  };
}

export function connectedToBaseline(baseline: Baseline): () => Promise<number> {
  return async () => (await baseline.ask<{ connected: number }>({})).connected;
}

export function onlineDevices({ drover }: Stage): () => Promise<number> {
  return async () => (await drover.devices.list({ online: true })).count;
}

/** Waits for a number of devices. Returns the milliseconds from the first to the last. */
export async function untilConnected(connected: () => Promise<number>, count: number): Promise<number> {
  let firstAt: number | undefined;
  const deadline = Date.now() + untilConnectedMs;
  for (;;) {
    const now = await connected();
    if (now > 0) firstAt ??= Date.now();
    if (now >= count) return Date.now() - (firstAt ?? Date.now());
    if (Date.now() > deadline) throw new Error(`Only ${now} of ${count} devices are connected.`);
    await delay(20);
  }
}
