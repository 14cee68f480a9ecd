import { LINK_LIMITS, LINK_PATH } from '@drover/contract/link-protocol';
import { EventEmitter, once } from 'node:events';
import { WebSocket } from 'ws';
import { pause, type Client } from './client';

/** The credential of a device. */
export interface DeviceCredential {
  deviceId: string;
  token: string;
}

interface ServerFrame {
  type: string;
  n?: number;
  runId?: string;
}

const openTimeoutMs = 10_000;
const reopenMs = 250;

/** Enrols devices in the account of a client. */
export async function enrolDevices(client: Client, count: number): Promise<DeviceCredential[]> {
  const { key } = await client.prepare<{ key: string }>('POST', '/v1/enrolment-keys', { maxUses: count });
  const labels = { brand: '', model: '', platform: 'linux', appVersion: '2.0.0' };
  const devices: DeviceCredential[] = [];
  while (devices.length < count) {
    const { device, token } = await client.prepare<{ device: { _id: string }; token: string }>(
      'POST',
      '/v1/enrolments',
      { key, ...labels },
    );
    devices.push({ deviceId: device._id, token });
  }
  return devices;
}

/** Opens a WebSocket of a client. An error closes it, and the tally counts how the server closes it. */
export function openSocket(client: Client, path: string, token?: string): WebSocket {
  const socket = new WebSocket(client.url.replace(/^http/, 'ws') + path, {
    headers: {
      'x-forwarded-for': client.neighbour.address,
      ...(token !== undefined && { authorization: `token ${token}` }),
    },
    perMessageDeflate: false,
    handshakeTimeout: openTimeoutMs,
  });
  socket.on('unexpected-response', (request, response) => {
    client.tally.add(response.statusCode ?? 0);
    request.destroy();
    socket.emit('close', 1006, Buffer.alloc(0));
  });
  socket.on('error', () => undefined);
  socket.on('close', (code: number) => client.tally.add(`close ${code}`));
  return socket;
}

/** Waits until a socket has opened or closed, or until the signal. Returns whether it is open. */
export async function untilOpen(socket: WebSocket, signal: AbortSignal): Promise<boolean> {
  const done = new AbortController();
  const options = { signal: AbortSignal.any([signal, done.signal]) };
  await Promise.race([once(socket, 'open', options), once(socket, 'close', options)]).catch(() => undefined);
  done.abort();
  return socket.readyState === WebSocket.OPEN;
}

/** A device that reports as much as the link's window of unacknowledged frames lets it. */
export class HostileDevice {
  private socket?: WebSocket;
  private n = 0;
  private acknowledged = 0;
  private readonly arrivals = new EventEmitter();
  private readonly runs: string[] = [];

  constructor(
    private readonly client: Client,
    readonly credential: DeviceCredential,
  ) {
    this.arrivals.setMaxListeners(0);
  }

  /** Connects if there is no link. Returns whether there is one. */
  async connect(signal: AbortSignal): Promise<boolean> {
    if (this.socket?.readyState === WebSocket.OPEN) return true;
    const socket = openSocket(this.client, LINK_PATH, this.credential.token);
    this.socket = socket;
    socket.on('message', (data: Buffer) => this.onFrame(JSON.parse(data.toString()) as ServerFrame));
    socket.on('close', () => this.arrivals.emit('change'));
    if (!(await untilOpen(socket, signal))) {
      await pause(reopenMs, signal);
      return false;
    }
    this.acknowledged = this.n;
    const hello = { type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs: [] };
    socket.send(JSON.stringify(hello));
    return true;
  }

  /** Takes the next run and reports it as started. Returns its ID, or undefined if there is no link. */
  async start(signal: AbortSignal): Promise<string | undefined> {
    while (this.runs.length === 0 && this.isOpen && !signal.aborted) await this.change(signal);
    const runId = this.runs.shift();
    if (runId === undefined) return undefined;
    await this.report({ type: 'accepted', runId }, signal);
    await this.report({ type: 'started', runId, at: Date.now() }, signal);
    return runId;
  }

  /** Sends a durable frame, once the window has room for it. */
  async report(frame: object, signal: AbortSignal): Promise<void> {
    while (this.isOpen && this.n - this.acknowledged >= LINK_LIMITS.unacknowledgedFrames && !signal.aborted) {
      await this.change(signal);
    }
    if (!this.isOpen || signal.aborted) return;
    this.n += 1;
    this.socket?.send(JSON.stringify({ ...frame, n: this.n }));
    this.client.tally.add(`${'type' in frame ? String(frame.type) : ''} frame`);
  }

  close(): void {
    this.runs.length = 0;
    this.socket?.terminate();
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private async change(signal: AbortSignal): Promise<void> {
    await once(this.arrivals, 'change', { signal }).catch(() => undefined);
  }

  private onFrame({ type, n = 0, runId }: ServerFrame): void {
    if (type === 'ack') this.acknowledged = Math.max(this.acknowledged, n);
    if (type === 'run' && runId) this.runs.push(runId);
    this.arrivals.emit('change');
  }
}
