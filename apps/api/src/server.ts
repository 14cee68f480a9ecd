import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { ensureAdministrator } from './accounts/administrator';
import { addressesOf, urlOf } from './addresses';
import { routeRequests } from './app';
import { createLocalBus } from './bus/local-bus';
import { connectNatsBus } from './bus/nats-bus';
import { openDatabase, type Database } from './database/database';
import { newId } from './database/ids';
import { EventHub } from './events/hub';
import { createExpressServer } from './http/express-server';
import { openLinkServer } from './link/link-server';
import { registerCollected } from './metrics/collected';
import { createMetrics } from './metrics/metrics';
import { startRetention } from './retention/retention';
import { startRollouts } from './rollouts/advance';
import { startRetries } from './rollouts/retries';
import { startExpiry } from './runs/expiry';
import { startSchedules } from './schedules/sweep';
import { Masks } from './secrets/masks';
import { resealSecrets } from './secrets/reseal';
import { openVault } from './secrets/vault';
import type { Service } from './service';
import type { Settings } from './settings';
import { resealWebhooks } from './webhooks/reseal';
import { startWebhooks } from './webhooks/sender';

/** How long requests that are under way may take to end once the server stops. */
const drainMs = 5_000;

/** A server that takes requests and devices. */
interface RunningServer {
  /** Where it listens, such as http://127.0.0.1:3000. */
  url: string;
  service: Service;
  close(): Promise<void>;
}

/** Opens the database, takes requests and devices. What was opened is closed again if a later step fails. */
export async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    log,
  });
  const closers: (() => unknown)[] = [() => database.close()];
  const close = async () => {
    while (closers.length > 0) await closers.pop()?.();
  };
  try {
    const nodeId = newId();
    const bus = settings.NATS_URL
      ? await connectNatsBus({ url: settings.NATS_URL, nodeId, log })
      : createLocalBus();
    closers.push(() => bus.close());
    const { app, server } = createExpressServer();
    const service = createService(server, { settings, log, database, bus, nodeId });
    registerCollected(service);
    await ensureAdministrator(service);
    await resealSecrets(service);
    await resealWebhooks(service);
    closers.push(
      startExpiry(service),
      startRollouts(service),
      startRetries(service),
      startRetention(service),
      startSchedules(service),
      startWebhooks(service),
    );
    let closed: Promise<unknown> = Promise.resolve();
    closers.push(() => endRequests(server, closed));
    const events = new EventHub(service);
    closers.push(() => events.close());
    const links = await openLinkServer(service, server);
    closers.push(() => links.close());
    routeRequests(app, { service, events, isDatabaseReady: () => database.isReady() });
    await listen(server, settings);
    closed = once(server, 'close');
    closers.push(() => void server.close());
    return { url: urlOf(server, settings), service, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Parts extends Pick<Service, 'settings' | 'log' | 'bus' | 'nodeId'> {
  database: Database;
}

function createService(server: Server, { settings, log, database, bus, nodeId }: Parts): Service {
  return {
    settings,
    get publicUrl() {
      return settings.PUBLIC_URL ?? urlOf(server, settings);
    },
    get addresses() {
      return addressesOf(server, settings);
    },
    log,
    prisma: database.prisma,
    pool: database.pool,
    bus,
    metrics: createMetrics(),
    vault: openVault(settings),
    masks: new Masks(),
    nodeId,
  };
}

function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`Port ${PORT} of ${HOST} is in use. Set PORT to another one.`) : error);
    });
    server.listen(PORT, HOST, resolve);
  });
}

/** Lets requests that are under way end, but not for long. */
async function endRequests(server: Server, closed: Promise<unknown>): Promise<void> {
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(timer);
}
