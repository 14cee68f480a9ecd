import { OPEN_RUN_STATES } from '@drover/contract';
import { Gauge } from 'prom-client';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Bus } from '../bus/bus';
import { int } from '../database/expressions';
import { db, execute, executeFirst } from '../database/sql';
import type { Metrics } from './metrics';

/** Rows above which counting stops, so that a scrape stays cheap however long the queue is. */
const maxCounted = 100_000;

interface MetricsSources {
  pool: Pool;
  bus: Pick<Bus, 'isReady'>;
  metrics: Pick<Metrics, 'registry'>;
}

/** Registers the gauges whose values are read when Prometheus scrapes them. */
export function registerCollectedMetrics({ pool, bus, metrics: { registry } }: MetricsSources): void {
  const registers = [registry];
  new Gauge({
    name: 'drover_open_runs',
    help: `Open runs of the whole installation by state, counted up to ${maxCounted}`,
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const open = db.selectFrom('Run').select('state').where('finishedAt', 'is', null).limit(maxCounted);
      const select = db
        .selectFrom(open.as('open'))
        .select(({ fn }) => ['state', int(fn.countAll()).as('count')])
        .groupBy('state');
      const rows = await execute(pool, select);
      for (const state of OPEN_RUN_STATES) this.set({ state }, 0);
      for (const { state, count } of rows) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'drover_webhook_outbox',
    help: `Webhook deliveries of the whole installation that are due or will be retried, counted up to ${maxCounted}`,
    registers,
    async collect() {
      const due = db
        .selectFrom('WebhookDelivery')
        .select('id')
        .where('nextAttemptAt', '>', sql<Date>`'-infinity'`)
        .limit(maxCounted);
      const select = db.selectFrom(due.as('due')).select(({ fn }) => int(fn.countAll()).as('count'));
      this.set((await executeFirst(pool, select))?.count ?? 0);
    },
  });
  new Gauge({
    name: 'drover_database_connections',
    help: 'Database connections of this node, and requests that wait for one',
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
    help: 'Whether the bus to other nodes is connected',
    registers,
    collect() {
      this.set(bus.isReady() ? 1 : 0);
    },
  });
}
