import { CLOSE_CODES, LINK_LIMITS, LINK_PATH } from '@drover/contract';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { hashSecret } from '../accounts/credentials';
import type { Service } from '../service';
import { createBatch } from './batch';
import { deliver } from './delivery';
import { openLink, type Link, type LinkHost } from './link';
import { openNode } from './node';
import { connectDevices, disconnectDevices, type Arrival } from './presence';
import { recordReports, type Report } from './reports';

/** How often waiting work is looked for that no wake-up told of. */
const sweepMs = 15_000;

/** The devices that are connected to this node. */
export interface LinkServer {
  close(): Promise<void>;
}

export async function openLinkServer(service: Service, server: Server): Promise<LinkServer> {
  const { bus, log } = service;
  const links = new Map<string, Link>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LINK_LIMITS.frameBytes,
    perMessageDeflate: false,
  });

  const connect = createBatch((arrivals: Arrival[]) => connectDevices(service, arrivals));
  const report = createBatch((reports: Report[]) => recordReports(service, reports), {
    weigh: ({ frame }) => (frame.type === 'log' ? frame.lines.length : 1),
  });
  const disconnect = createBatch(async (linkIds: string[]) => {
    await disconnectDevices(service, linkIds);
    return [];
  });
  const wake = createBatch(async (deviceIds: string[]) => {
    const woken = [...new Set(deviceIds)].flatMap((id) => links.get(id) ?? []);
    await deliver(service, woken);
    return [];
  });

  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const wakeLink = (deviceId: string) =>
    void wake(deviceId).catch(warn('delivery failed; the sweep repeats it'));

  const host: LinkHost = {
    connect,
    report: (entry) =>
      report(entry).catch((error: unknown) => {
        warn('reports of a device not written')(error);
        throw error;
      }),
    hash: hashSecret,
    onOpen(link) {
      links.get(link.deviceId)?.close(CLOSE_CODES.replaced, 'a newer link took over');
      links.set(link.deviceId, link);
      bus.publish('linked', { deviceId: link.deviceId, linkId: link.linkId });
      wakeLink(link.deviceId);
    },
    onClose(link) {
      if (links.get(link.deviceId) === link) links.delete(link.deviceId);
      disconnect(link.linkId).catch(warn('a device is still shown online; its node lease tells'));
    },
  };

  const node = await openNode(service, () => {
    for (const link of links.values()) link.close(CLOSE_CODES.goingAway, 'the lease had lapsed');
  });
  const subscriptions = [
    bus.subscribe('wake', ({ deviceIds }) => deviceIds.filter((id) => links.has(id)).forEach(wakeLink)),
    bus.subscribe('removed', ({ deviceIds }) => deviceIds.forEach((id) => forget(links.get(id)))),
    bus.subscribe('linked', ({ deviceId, linkId }) => {
      const link = links.get(deviceId);
      if (link && link.linkId !== linkId) giveWay(service, link).catch(warn('a link may be doubled'));
    }),
  ];
  const heartbeat = setInterval(() => {
    for (const link of links.values()) link.beat();
  }, LINK_LIMITS.heartbeatMs);
  const sweep = setInterval(() => [...links.keys()].forEach(wakeLink), sweepMs);

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== LINK_PATH) return socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    const token = request.headers.authorization?.replace(/^(token|bearer)\s+/i, '');
    sockets.handleUpgrade(request, socket, head, (webSocket) => openLink(webSocket, token, host));
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
      await disconnect('').catch(warn('devices not shown offline; the node is cleared away next'));
      await node.close();
    },
  };
}

/** Ends a link unless it is the one that stands: of two that came at once the database knows which is newer. */
async function giveWay({ pool }: Service, link: Link): Promise<void> {
  const standing = await pool.query(`SELECT FROM "Device" WHERE id = $1 AND "linkId" = $2`, [
    link.deviceId,
    link.linkId,
  ]);
  if (standing.rowCount === 0) link.close(CLOSE_CODES.replaced, 'a newer link took over');
}

function forget(link: Link | undefined): void {
  link?.send({ type: 'forget' });
  link?.close(CLOSE_CODES.badCredential, 'the device was removed');
}

/** Waits for the devices to answer the close, but not for long. */
async function allClosed(sockets: WebSocketServer): Promise<void> {
  for (let waits = 0; sockets.clients.size > 0 && waits < 20; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const socket of sockets.clients) socket.terminate();
}
