import { CLOSE_CODES, LINK_LIMITS, LINK_PATH } from '@drover/contract';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Counter } from 'prom-client';
import { WebSocketServer } from 'ws';
import { headerToken } from '../auth/caller';
import { joinSlashes } from '../http/check-request';
import { createClientReader, type Client } from '../http/client-address';
import type { Metrics } from '../metrics/metrics';
import type { AppContext } from '../context/app-context';
import { createAcknowledgements } from '../device-socket/acknowledgements';
import { openReportWriter } from './report-writer';
import { DeviceSocket } from '../device-socket/device-socket';
import type { LinkHost } from '../device-socket/link';
import type { AcceptedSocket, UpgradeHandler } from '../device-socket/upgrade-handler';
import { createWaitingSockets } from '../device-socket/waiting-sockets';
import { Links } from './links';
import { startNodeLease } from './node-lease';
import { createBackpressure } from '../device-socket/backpressure';

/** The devices that are connected to this node. */
interface LinkServer {
  close(): Promise<void>;
}

/** Accepts devices on upgrade requests of the server. `otherProtocols` handle the paths that they match. */
export async function openLinkServer(
  context: AppContext,
  server: Server,
  otherProtocols: UpgradeHandler[],
): Promise<LinkServer> {
  const { metrics, settings } = context;
  const writer = openReportWriter(context);
  const links = new Links(context);
  const host: LinkHost = {
    connect: writer.connect,
    report: writer.report,
    recordFacts: writer.recordFacts,
    recordProgress: writer.recordProgress,
    onOpen: (link) => links.add(link),
    onClose(link) {
      links.remove(link);
      writer.disconnect(link);
    },
    onFrame: countFrames(metrics),
    acknowledge: createAcknowledgements(),
    backpressure: createBackpressure(metrics),
    shares: context.shares,
    turns: context.turns,
    heartbeatMs: settings.HEARTBEAT_SECONDS * 1000,
  };
  const node = await startNodeLease(context, links.review);
  const stopLinks = links.start(host.heartbeatMs);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LINK_LIMITS.rejectedFrameBytes,
    perMessageDeflate: false,
    autoPong: false,
  });
  const readClient = createClientReader(settings);
  const onUpgrade = acceptDevices({ sockets, host, readClient }, otherProtocols);
  server.on('upgrade', onUpgrade);

  return {
    async close() {
      server.off('upgrade', onUpgrade);
      stopLinks();
      for (const socket of sockets.clients) socket.close(CLOSE_CODES.goingAway, 'the server is stopping');
      await waitUntilClosed(sockets);
      await writer.close();
      await node.close();
    },
  };
}

/** Caches counters by label, because a lookup takes longer than an increment. */
function countFrames({ frames }: Metrics): LinkHost['onFrame'] {
  const counters = {
    received: new Map<string, Counter.Internal>(),
    sent: new Map<string, Counter.Internal>(),
  };
  return (direction, type) => {
    let counter = counters[direction].get(type);
    if (!counter) counters[direction].set(type, (counter = frames.labels(direction, type)));
    counter.inc();
  };
}

/** Estimated main-thread time of opening a device link, and of a phone, whose key is looked up in the database. */
const linkMs = 1.2;
const phoneMs = 4;

interface Doors {
  sockets: WebSocketServer;
  host: LinkHost;
  readClient: (request: IncomingMessage) => Client;
}

/** Opens a socket for an upgrade request: the device link, or one of the other protocols. */
function acceptDevices({ sockets, host, readClient }: Doors, otherProtocols: UpgradeHandler[]) {
  const waiting = createWaitingSockets();
  return (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    request.url = joinSlashes(request.url ?? '');
    const path = request.url.split('?')[0] ?? '';
    const refuse = (status: string) => void connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    connection.on('error', () => connection.destroy());
    const other = otherProtocols.find(({ matches }) => matches(path));
    if (!other && path !== LINK_PATH) return refuse('404 Not Found');
    const client = readClient(request);
    const { address } = client;
    const endWait = waiting.enter(address);
    if (!endWait) return refuse('429 Too Many Requests');
    connection.once('close', endWait);
    const ms = other ? phoneMs : linkMs;
    const onWaitEnd = (accountId?: string) => {
      endWait();
      if (accountId) host.shares.move({ from: address, to: accountId, ms });
    };
    const accept = (open: (accepted: AcceptedSocket) => void) =>
      sockets.handleUpgrade(request, connection, head, (socket) =>
        open({ socket, connection, address, endWait: onWaitEnd }),
      );
    host.shares.start(address, ms, () => {
      if (connection.destroyed) return;
      if (!other) return accept((accepted) => void new DeviceSocket(accepted, headerToken(request), host));
      other.handle(request, { client, accept, refuse, host }).catch(() => refuse('503 Service Unavailable'));
    });
  };
}

/** Waits up to one second for the devices to complete the close handshake. */
async function waitUntilClosed(sockets: WebSocketServer): Promise<void> {
  for (let waits = 0; sockets.clients.size > 0 && waits < 20; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const socket of sockets.clients) socket.terminate();
}
