import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { streamOf } from './connection-stream';
import { startPeriodicTask, type PeriodicTask } from '../tasks/periodic-task';

/** How often the database is probed. */
const everyMs = 2_000;

/**
 * The database has 10 s to respond, counted in short steps instead of with one timer. After the process was suspended or
 * had no processor time, only the current step ends, and responses that have arrived are read before the next one.
 */
const stepMs = 500;
const responseSteps = 20;

/** How long the connection of the probe may take to close. */
const disconnectTimeoutMs = 1_000;

/**
 * Probes the database on a separate connection. If it does not respond, closes the connections in use, so that their
 * statements fail as if the database were unavailable. Otherwise they would wait for the TCP timeout of 15 minutes if the
 * host disappeared. Slow statements are not affected.
 */
export function watchDatabase(pool: Pool, config: ClientConfig, log: Pick<Logger, 'warn'>): PeriodicTask {
  const inUse = new Set<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const probe = new LivenessProbe(config);

  const task = startPeriodicTask(
    async () => {
      if (!(await probe.isUnresponsive())) return;
      log.warn({ connections: inUse.size }, 'the database does not respond, closing its connections');
      for (const client of inUse) closeNow(client);
    },
    { everyMs, log, failure: 'could not probe the database' },
  );
  return {
    ...task,
    async end() {
      await task.end();
      await probe.disconnect();
    },
  };
}

/** Closes a connection whose statements may never be answered. `end` alone waits for the answers to those that were sent. */
function closeNow(client: PoolClient): void {
  client.end().catch(() => undefined);
  streamOf(client).destroy();
}

/** Probes the database on a connection of its own. */
class LivenessProbe {
  private client?: Client;

  constructor(private readonly config: ClientConfig) {}

  /** Whether there was neither a result nor an error in time. A server that refuses connections does respond. */
  async isUnresponsive(): Promise<boolean> {
    const response = this.probe().then(
      () => 'response',
      () => 'error',
    );
    let outcome = 'timeout';
    for (let step = 0; outcome === 'timeout' && step < responseSteps; step += 1) {
      outcome = await Promise.race([response, delay(stepMs, 'timeout', { ref: false })]);
    }
    if (outcome !== 'response') await this.disconnect();
    return outcome === 'timeout';
  }

  async disconnect(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await Promise.race([
      client?.end().catch(() => undefined),
      delay(disconnectTimeoutMs, undefined, { ref: false }),
    ]);
  }

  private async probe(): Promise<void> {
    if (!this.client) {
      // Ends a connection attempt that was abandoned.
      this.client = new Client({ ...this.config, connectionTimeoutMillis: 2 * responseSteps * stepMs });
      this.client.on('error', () => undefined);
      await this.client.connect();
    }
    await this.client.query('SELECT 1');
  }
}
