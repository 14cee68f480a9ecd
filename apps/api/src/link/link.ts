import { CLOSE_CODES, DeviceFrame, LINK_LIMITS, type Hello, type ServerFrame } from '@drover/contract';
import type { WebSocket } from 'ws';
import { newId } from '../database/ids';
import type { Recipient } from './delivery';
import type { Arrival, LinkedDevice } from './presence';
import type { Pressure } from './pressure';
import type { DurableFrame, Report } from './report';

/** Unsent bytes beyond which a device gets nothing new. */
const congestedBytes = 1024 * 1024;

/** What a link asks of the node that it ends on. */
export interface LinkHost {
  connect(arrival: Arrival): Promise<LinkedDevice | undefined>;
  report(report: Report): Promise<unknown>;
  /** The device stands, and what waits for it may be sent. */
  onOpen(link: Link): void;
  onClose(link: Link): void;
  onFrame(direction: 'received' | 'sent', type: string): void;
  readonly pressure: Pressure;
  readonly heartbeatMs: number;
  /** Hash of the credential. */
  hash(token: string): string;
}

/** A device's connection. */
export interface Link extends Recipient {
  close(code: number, reason: string): void;
  /** Pings; gives the link up where the last two pings brought no answer. */
  beat(): void;
}

/** Speaks the device link on one socket: Hello, then durable frames in, acknowledgements and orders out. */
export function openLink(socket: WebSocket, headerToken: string | undefined, host: LinkHost): void {
  const linkId = newId();
  let device: LinkedDevice | undefined;
  let skewMs = 0;
  let missedBeats = 0;
  let unacknowledged = 0;
  let acknowledged = 0;
  let isAckDue = false;
  let queue: Promise<void> | undefined;

  const link: Link = {
    linkId,
    get deviceId() {
      return device?.id ?? '';
    },
    sent: new Set(),
    isCongested: () => socket.bufferedAmount > congestedBytes,
    send(frame: ServerFrame) {
      host.onFrame('sent', frame.type);
      socket.send(JSON.stringify(frame));
    },
    close: (code, reason) => socket.close(code, reason),
    beat() {
      if (missedBeats >= 2) return socket.terminate();
      // A device that is held back cannot be heard.
      if (!socket.isPaused) missedBeats += 1;
      socket.ping();
    },
  };

  const helloTimer = setTimeout(
    () => link.close(CLOSE_CODES.helloTimeout, 'no hello'),
    LINK_LIMITS.helloTimeoutMs,
  );

  socket.on('pong', () => (missedBeats = 0));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(helloTimer);
    // A hello that is still being taken in ends here, too: its device must not stay online.
    void queue?.then(() => device && host.onClose(link));
  });
  socket.on('message', (data: Buffer) => {
    missedBeats = 0;
    const frame = readFrame(data);
    if (!frame || (frame.type === 'hello') !== (queue === undefined)) {
      return link.close(CLOSE_CODES.badFrame, 'a frame was not understood');
    }
    host.onFrame('received', frame.type);
    if (frame.type === 'hello') queue = greet(frame).catch(giveUp);
    // Frames that come before the greeting is done wait for it, in order.
    else if (device) take(frame, data.length);
    else queue = queue?.then(() => device && take(frame, data.length));
  });

  async function greet(hello: Hello): Promise<void> {
    clearTimeout(helloTimer);
    if (hello.protocol !== 1) return link.close(CLOSE_CODES.unsupportedProtocol, 'protocol 1 is spoken here');
    skewMs = Date.now() - hello.now;
    const tokenHash = host.hash(headerToken ?? hello.token ?? '');
    device = await host.connect({ linkId, tokenHash, hello });
    if (!device) return link.close(CLOSE_CODES.badCredential, 'the credential is unknown');
    link.send({
      type: 'welcome',
      protocol: 1,
      deviceId: device.id,
      name: device.name,
      heartbeatMs: host.heartbeatMs,
    });
    if (socket.readyState === socket.OPEN) host.onOpen(link);
  }

  function take(frame: Exclude<DeviceFrame, Hello>, bytes: number): void {
    if (frame.type === 'ping') return link.send({ type: 'pong' });
    unacknowledged += 1;
    if (unacknowledged > 2 * LINK_LIMITS.unacknowledgedFrames) {
      return link.close(CLOSE_CODES.tooManyFrames, 'too many frames without acknowledgement');
    }
    host.pressure.hold(bytes, socket);
    host
      .report({ deviceId: link.deviceId, frame, time: serverTime })
      .finally(() => host.pressure.release(bytes))
      .then(() => acknowledge(frame), giveUp);
  }

  function acknowledge(frame: DurableFrame): void {
    unacknowledged -= 1;
    acknowledged = Math.max(acknowledged, frame.n);
    if (isAckDue) return;
    isAckDue = true;
    setImmediate(() => {
      isAckDue = false;
      link.send({ type: 'ack', n: acknowledged });
    });
  }

  /** What was not written is not acknowledged: the device connects again and sends it again. */
  function giveUp(): void {
    link.close(1013, 'not written; try again');
  }

  /** A device's clock may be wrong: its times are moved by as much as it was off at its hello. */
  function serverTime(at: number): Date {
    return new Date(Math.min(Math.max(at + skewMs, 0), Date.now()));
  }
}

function readFrame(data: Buffer): DeviceFrame | undefined {
  try {
    return DeviceFrame.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
