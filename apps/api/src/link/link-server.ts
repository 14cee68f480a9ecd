import { CLOSE_CODES, LINK_LIMITS, LINK_PATH } from '@drover/contract';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { hashSecret } from '../accounts/credentials';
import { createDoor, isDoor } from '../autox/door';
import type { Service } from '../service';
import { isDatabaseAway, whenDatabaseIsThere } from '../database/away';
import { createBatch } from '../database/batch';
import { deliver } from './delivery';
import { openLink, type Link, type LinkHost } from './link';
import { openNode } from './node';
import { connectDevices, disconnectDevices, type Arrival, type Departure } from './presence';
import { createPressure } from './pressure';
import { recordReports } from './record-reports';
import type { Report } from './report';
import { reviewLinks } from './standing';

/** How often waiting work is looked for that no wake-up told of. */
const sweepMs = 15_000;

/** Few enough that what devices report is written in between. */
const inPassingAtOnce = { maxWeight: 1000 };

/** The devices that are connected to this node. */
export interface LinkServer {
  close(): Promise<void>;
}

export async function openLinkServer(service: Service, server: Server): Promise<LinkServer> {
  const { bus, log, metrics } = service;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const links = new Map<string, Link>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LINK_LIMITS.frameBytes,
    perMessageDeflate: false,
  });

  const closing = new AbortController();
  const persist = <Result>(work: () => Promise<Result>) =>
    whenDatabaseIsThere(work, {
      signal: closing.signal,
      onAway: warn('the database is away; what devices report waits'),
      // Of what was written as it went away nobody may have been told.
      onReturn: () => bus.publish('gap', {}),
    });

  const connect = createBatch((arrivals: Arrival[]) => connectDevices(service, arrivals));
  const report = createBatch((reports: Report[]) => persist(() => recordReports(service, reports)), {
    weigh: ({ frame }) => (frame.type === 'log' ? frame.lines.length : 1),
  });
  const disconnect = createBatch(async (departures: Departure[]) => {
    await persist(() => disconnectDevices(service, departures));
    return [];
  });

  /** Does for many at once what the sweep does again: that the database is away is said once, not for each. */
  const inPassing = <Entry>(failure: string, work: (entries: Entry[]) => Promise<void>) => {
    const batch = createBatch(async (entries: Entry[]) => {
      await work([...new Set(entries)]).catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error;
        warn(failure)(error);
      });
      return [];
    }, inPassingAtOnce);
    return (entry: Entry) => void batch(entry).catch(warn(failure));
  };
  const wakeLink = inPassing('delivery failed; the sweep repeats it', (deviceIds: string[]) =>
    deliver(
      service,
      deviceIds.flatMap((id) => links.get(id) ?? []),
    ),
  );
  const reviewLink = inPassing('links not reviewed; the sweep repeats it', (some: Link[]) =>
    reviewLinks(service, some, { onRemoved: forget, onReplaced: replace }),
  );
  const review = () => {
    [...links.values()].forEach(reviewLink);
    [...links.keys()].forEach(wakeLink);
  };

  const host: LinkHost = {
    connect,
    pressure: createPressure(metrics),
    heartbeatMs: service.settings.HEARTBEAT_SECONDS * 1000,
    report: (entry) =>
      report(entry).catch((error: unknown) => {
        warn('reports of a device not written')(error);
        throw error;
      }),
    hash: hashSecret,
    onFrame: (direction, type) => metrics.frames.inc({ direction, type }),
    onOpen(link) {
      const older = links.get(link.deviceId);
      if (older) replace(older);
      links.set(link.deviceId, link);
      metrics.connectedDevices.set(links.size);
      bus.publish('linked', { deviceId: link.deviceId, linkId: link.linkId });
      wakeLink(link.deviceId);
    },
    onClose(link) {
      if (links.get(link.deviceId) === link) links.delete(link.deviceId);
      metrics.connectedDevices.set(links.size);
      disconnect(link).catch(warn('a device is still shown online; its node lease tells'));
    },
  };

  const node = await openNode(service, review);
  const subscriptions = [
    bus.subscribe('wake', ({ deviceIds }) => deviceIds.filter((id) => links.has(id)).forEach(wakeLink)),
    bus.subscribe('removed', ({ deviceIds }) =>
      deviceIds.flatMap((id) => links.get(id) ?? []).forEach(reviewLink),
    ),
    bus.subscribe('linked', ({ deviceId, linkId }) => {
      const link = links.get(deviceId);
      // Of two that came at once the database knows which is newer.
      if (link && link.linkId !== linkId) reviewLink(link);
    }),
    bus.subscribe('gap', review),
  ];
  const heartbeat = setInterval(() => {
    for (const link of links.values()) link.beat();
  }, host.heartbeatMs);
  const sweep = setInterval(review, sweepMs);

  const openDoor = createDoor(service);
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?')[0] ?? '';
    const upgrade = (open: (webSocket: WebSocket) => void) =>
      sockets.handleUpgrade(request, socket, head, open);
    if (isDoor(path)) return void openDoor(request, { socket, upgrade, host }).catch(() => socket.destroy());
    if (path !== LINK_PATH) return socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    const token = request.headers.authorization?.replace(/^(token|bearer)\s+/i, '');
    upgrade((webSocket) => openLink(webSocket, token, host));
  };
  server.on('upgrade', onUpgrade);

  return {
    async close() {
      server.off('upgrade', onUpgrade);
      clearInterval(heartbeat);
      clearInterval(sweep);
      subscriptions.forEach((unsubscribe) => unsubscribe());
      for (const socket of sockets.clients) socket.close(CLOSE_CODES.goingAway, 'the server stops');
      await allClosed(sockets);
      closing.abort();
      await disconnect({ deviceId: '', linkId: '' }).catch(
        warn('devices not shown offline; the node is cleared away next'),
      );
      await node.close();
    },
  };
}

function replace(link: Link): void {
  link.close(CLOSE_CODES.replaced, 'a newer link took over');
}

function forget(link: Link): void {
  link.send({ type: 'forget' });
  link.close(CLOSE_CODES.badCredential, 'the device was removed');
}

/** Waits for the devices to answer the close, but not for long. */
async function allClosed(sockets: WebSocketServer): Promise<void> {
  for (let waits = 0; sockets.clients.size > 0 && waits < 20; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const socket of sockets.clients) socket.terminate();
}
