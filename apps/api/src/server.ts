import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { logSetupCode } from './features/accounts/accounts';
import { ensureAdministrator } from './features/accounts/administrator';
import { newCode } from './auth/credentials';
import { createAgentFiles } from './agent-files/agent-files';
import { addressesOf, urlOf } from './context/addresses';
import { routeRequests } from './app';
import { createAutoxUpgradeHandler } from './autox/upgrade-handler';
import { openBlobs } from './blobs/open-blobs';
import { UploadHashes } from './blobs/upload-hashes';
import { createLocalBus } from './bus/local-bus';
import { connectNatsBus } from './bus/nats-bus';
import { openDatabase, type Database } from './database/database';
import { newId } from './database/ids';
import { readInstallationId } from './database/installation';
import { EventHub } from './features/events/hub';
import { answerDuringUpgrade } from './http/database-upgrade';
import { createExpressServer } from './http/express-server';
import { listen } from './http/listen';
import { startMetricsServer } from './http/metrics-server';
import { answerParserErrors } from './http/parser-errors';
import { readTlsFiles, reloadTlsFiles } from './http/tls';
import { LocalLinks } from './bus/local-links';
import { openLinkServer } from './link/link-server';
import { registerCollectedMetrics } from './metrics/collected';
import { createMetrics } from './metrics/metrics';
import { RequestCounts } from './metrics/request-counts';
import { startApprovalExpiry } from './features/approvals/expiry';
import { startArtifactSweep } from './features/artifacts/sweep';
import { startStoreSweep } from './features/stores/sweep';
import { resealRepositories } from './features/repositories/reseal';
import { startRepositories } from './features/repositories/sweep';
import { startRetention } from './features/retention/retention';
import { startRollouts } from './features/rollouts/advance';
import { startRetries } from './features/runs/retries';
import { startExpiry } from './features/runs/expiry';
import { startAutomaticUpdates } from './features/agent-updates/automatic-updates';
import { startSchedules } from './features/schedules/sweep';
import { startFoldingChanges } from './features/counters/fold-changes';
import { startCountingDevices } from './features/counters/count-devices';
import { SourceMaps } from './source-maps/source-maps';
import { Masks } from './masking/masks';
import { resealSecrets } from './features/secrets/reseal';
import { openVault } from './encryption/vault';
import type { AppContext } from './context/app-context';
import type { Settings } from './context/settings';
import { resealSecondFactors } from './features/second-factor/reseal';
import { resealWebhooks } from './features/webhooks/reseal';
import { startRequestCounts } from './features/usage/usage';
import { startMail } from './features/mail/sender';
import { startWebhooks } from './features/webhooks/sender';
import { Foreground } from './tasks/foreground';
import { Shares } from './tasks/shares';
import { Turns } from './tasks/turns';

/** Length of the set-up code of a server without an account. */
const setupCodeChars = 12;

/** How long pending requests may take to end when the server stops. */
const drainMs = 5_000;

/** How often a server that stops closes the connections whose requests have ended. */
const idleCheckMs = 50;

/** A server that accepts requests and devices. */
interface RunningServer {
  /** URL of the server, such as http://127.0.0.1:3000. */
  url: string;
  context: AppContext;
  close(): Promise<void>;
}

/**
 * Opens the database and accepts requests and devices. Says so on its port while it applies migrations. If a step fails,
 * closes what earlier steps opened.
 */
export async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  const { app, server } = createExpressServer(readTlsFiles(settings));
  const address = { host: settings.HOST, port: settings.PORT, setting: 'PORT' };
  const closers: (() => unknown)[] = [reloadTlsFiles(server, settings, log)];
  const close = async () => {
    while (closers.length > 0) await closers.pop()?.();
  };
  try {
    let endUpgrade = () => {};
    const database = await openDatabase({
      dataDir: settings.DATA_DIR,
      databaseUrl: settings.DATABASE_URL,
      log,
      async onUpgrade() {
        endUpgrade = answerDuringUpgrade({ app, server }, { settings, log });
        await listen(server, address);
      },
    });
    closers.push(() => database.close());
    const nodeId = newId();
    const bus = settings.NATS_URL
      ? await connectNatsBus({
          settings,
          installationId: await readInstallationId(database.pool),
          nodeId,
          log,
        })
      : createLocalBus();
    closers.push(() => bus.close());
    const context = createContext(server, {
      ...{ settings, log, database, bus, nodeId },
      onClose: (close) => closers.push(close),
    });
    answerParserErrors(server, context);
    registerCollectedMetrics(context);
    closers.push(await startMetricsServer(context));
    await ensureAdministrator(context);
    await resealSecrets(context);
    await resealWebhooks(context);
    await resealRepositories(context);
    await resealSecondFactors(context);
    closers.push(...startTasks(context));
    let closed: Promise<unknown> = Promise.resolve();
    closers.push(() => endRequests(server, closed));
    const events = new EventHub(context);
    closers.push(() => events.close());
    const links = await openLinkServer(context, server, [createAutoxUpgradeHandler(context)]);
    closers.push(() => links.close());
    routeRequests(app, { context, events, isDatabaseReady: () => database.isReady() });
    endUpgrade();
    if (!server.listening) await listen(server, address);
    closed = once(server, 'close');
    closers.push(() => void server.close());
    await logSetupCode(context);
    return { url: urlOf(server, settings), context, close };
  } catch (error) {
    if (server.listening) server.close().closeAllConnections();
    await close();
    throw error;
  }
}

/** Starts what the server does by itself. Returns the functions that stop it. */
function startTasks(context: AppContext): (() => unknown)[] {
  return [
    startExpiry(context),
    startApprovalExpiry(context),
    startRollouts(context),
    startRetries(context),
    startRetention(context),
    startArtifactSweep(context),
    startStoreSweep(context),
    startSchedules(context),
    startAutomaticUpdates(context),
    startWebhooks(context),
    startRepositories(context),
    startMail(context),
    startRequestCounts(context),
    startFoldingChanges(context),
    startCountingDevices(context),
  ];
}

interface Parts extends Pick<AppContext, 'settings' | 'log' | 'bus' | 'nodeId' | 'onClose'> {
  database: Database;
}

function createContext(server: Server, { database, ...parts }: Parts): AppContext {
  const { settings } = parts;
  const foreground = new Foreground();
  const shares = new Shares({ accounts: foreground.accounts, isUnlimited: settings.RATE_LIMIT === 0 });
  const turns = new Turns(foreground, shares);
  return {
    ...parts,
    get publicUrl() {
      return settings.PUBLIC_URL ?? urlOf(server, settings);
    },
    get addresses() {
      return addressesOf(server, settings);
    },
    setupCode: settings.DROVER_SETUP_CODE ?? newCode(setupCodeChars),
    prisma: database.prisma,
    pool: database.pool,
    blobs: openBlobs(settings),
    uploadHashes: new UploadHashes(),
    localLinks: new LocalLinks(),
    metrics: createMetrics(),
    requestCounts: new RequestCounts(),
    agentFiles: createAgentFiles(settings.AGENT_FILES, settings.AGENT_EXECUTABLES),
    vault: openVault(settings),
    masks: new Masks(turns),
    sourceMaps: new SourceMaps(),
    foreground,
    shares,
    turns,
  };
}

/** Waits for pending requests, and closes their connections after `drainMs`. */
async function endRequests(server: Server, closed: Promise<unknown>): Promise<void> {
  const closeIdle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const closeAll = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(closeAll);
}
