import { OPEN_RUN_STATES } from '@drover/contract';
import { Gauge } from 'prom-client';
import type { Service } from '../service';

/** Runs beyond which they are not counted on: a scrape stays cheap however long the queue. */
const maxCounted = 100_000;

/** Numbers that are looked up when they are asked for. */
export function registerCollected({ pool, bus, metrics: { registry } }: Service): void {
  const registers = [registry];
  new Gauge({
    name: 'drover_open_runs',
    help: `Runs of the whole installation that have not ended, by state; ${maxCounted} of them are counted at most`,
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const { rows } = await pool.query<{ state: string; count: number }>(
        `SELECT state, count(counted.state)::int FROM unnest($2::"RunState"[]) AS open (state)
         LEFT JOIN (SELECT state FROM "Run" WHERE "finishedAt" IS NULL LIMIT $1) counted USING (state)
         GROUP BY state`,
        [maxCounted, OPEN_RUN_STATES],
      );
      for (const { state, count } of rows) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'drover_webhook_outbox',
    help: `Deliveries to webhooks of the whole installation that wait to be made or repeated; counted up to ${maxCounted}`,
    registers,
    async collect() {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::int FROM (
           SELECT FROM "WebhookDelivery" WHERE "nextAttemptAt" > '-infinity' LIMIT $1
         ) counted`,
        [maxCounted],
      );
      this.set(rows[0]?.count ?? 0);
    },
  });
  new Gauge({
    name: 'drover_database_connections',
    help: 'Connections of this node to the database, and who waits for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'drover_bus_ready',
    help: 'Whether other nodes can be told',
    registers,
    collect() {
      this.set(bus.isReady() ? 1 : 0);
    },
  });
}
