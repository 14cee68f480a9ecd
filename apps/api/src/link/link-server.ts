import { CLOSE_CODES, LINK_LIMITS, LINK_PATH } from '@drover/contract';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Counter } from 'prom-client';
import { WebSocketServer, type WebSocket } from 'ws';
import { createDoor, isDoor } from '../autox/door';
import { headerToken } from '../http/caller';
import type { Metrics } from '../metrics/metrics';
import type { Service } from '../service';
import { createAcknowledgements } from './acknowledgements';
import { openIntake } from './intake';
import { SocketLink, type LinkHost } from './link';
import { Links } from './links';
import { openNode } from './node';
import { createPressure } from './pressure';

/** The devices that are connected to this node. */
interface LinkServer {
  close(): Promise<void>;
}

export async function openLinkServer(service: Service, server: Server): Promise<LinkServer> {
  const { metrics, settings } = service;
  const intake = openIntake(service);
  const links = new Links(service);
  const host: LinkHost = {
    connect: intake.connect,
    report: intake.report,
    onOpen: (link) => links.add(link),
    onClose(link) {
      links.remove(link);
      intake.disconnect(link);
    },
    onFrame: countFrames(metrics),
    acknowledge: createAcknowledgements(),
    pressure: createPressure(metrics),
    heartbeatMs: settings.HEARTBEAT_SECONDS * 1000,
  };
  const node = await openNode(service, links.review);
  const unfollow = links.follow(host.heartbeatMs);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LINK_LIMITS.frameBytes,
    perMessageDeflate: false,
  });
  const onUpgrade = acceptDevices(service, sockets, host);
  server.on('upgrade', onUpgrade);

  return {
    async close() {
      server.off('upgrade', onUpgrade);
      unfollow();
      for (const socket of sockets.clients) socket.close(CLOSE_CODES.goingAway, 'the server stops');
      await allClosed(sockets);
      await intake.close();
      await node.close();
    },
  };
}

/** Looks a counter up by its labels once: for each frame, that would take longer than to count it. */
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

/** Opens a socket for who asks for the device link, or for the door of stock apps. */
function acceptDevices(service: Service, sockets: WebSocketServer, host: LinkHost) {
  const openDoor = createDoor(service);
  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?')[0] ?? '';
    const upgrade = (open: (webSocket: WebSocket) => void) =>
      sockets.handleUpgrade(request, socket, head, open);
    if (isDoor(path)) return void openDoor(request, { socket, upgrade, host }).catch(() => socket.destroy());
    if (path !== LINK_PATH) return socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    upgrade((webSocket) => void new SocketLink(webSocket, headerToken(request), host));
  };
}

/** Waits for the devices to answer the close, but not for long. */
async function allClosed(sockets: WebSocketServer): Promise<void> {
  for (let waits = 0; sockets.clients.size > 0 && waits < 20; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const socket of sockets.clients) socket.terminate();
}
