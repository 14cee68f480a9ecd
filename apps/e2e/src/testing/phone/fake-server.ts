import type { DeviceFrame, RunOrder, ServerFrame } from '@drover/contract';
import { EventEmitter, on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';

const frameTimeoutMs = 60_000;

/** The server end of a device link. The test sends the frames itself; only handshake, pings and acks are automatic. */
export class FakeServer {
  readonly frames: DeviceFrame[] = [];
  isAcknowledging = true;
  private readonly arrivals = new EventEmitter();
  /** What a phone gets that updates its agent. */
  agentCode = '';
  private readonly http = createServer((request, response) => {
    const isKnown = request.url === '/link/agent.js' && request.headers.authorization === 'token hmd_test';
    // Without an agent, the server is not built.
    response.writeHead(isKnown && this.agentCode ? 200 : 503).end(isKnown ? this.agentCode : undefined);
  });
  private readonly sockets = new WebSocketServer({ server: this.http, path: '/link' });

  static async open(): Promise<FakeServer> {
    const server = new FakeServer();
    server.http.listen(0, '127.0.0.1');
    server.sockets.on('connection', (socket) =>
      socket.on('message', (data: Buffer) => server.handleFrame(socket, data)),
    );
    await once(server.http, 'listening');
    return server;
  }

  /** Returns the agent code that a phone receives after it scanned the QR code. */
  buildAgentCode(): string {
    const agent = readFileSync(join(__dirname, '../../../../../dist/apps/phone/agent.js'), 'utf8');
    const { port } = this.http.address() as AddressInfo;
    const credential = { token: 'hmd_test', deviceId: '0'.repeat(24), name: 'phone' };
    const settings = { server: `http://127.0.0.1:${port}`, credential };
    return `var DROVER = ${JSON.stringify(settings)};\n${agent}`;
  }

  send(frame: ServerFrame): void {
    for (const socket of this.sockets.clients) socket.send(JSON.stringify(frame));
  }

  /** Returns the first matching frame after index `from`, once it has arrived. */
  async waitForFrame(
    isMatch: (frame: DeviceFrame) => boolean,
    from = 0,
    timeoutMs = frameTimeoutMs,
  ): Promise<DeviceFrame> {
    const received = this.frames.slice(from).find(isMatch);
    if (received) return received;
    const signal = AbortSignal.timeout(timeoutMs);
    for await (const [frame] of on(this.arrivals, 'frame', { signal }) as AsyncIterable<[DeviceFrame]>) {
      if (isMatch(frame)) return frame;
    }
    throw new Error('The events ended without a matching frame.');
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    await new Promise((resolve) => this.sockets.close(resolve));
    await new Promise((resolve) => this.http.close(resolve));
  }

  private handleFrame(socket: WebSocket, data: Buffer): void {
    const frame = JSON.parse(data.toString()) as DeviceFrame;
    const reply = (response: ServerFrame) => socket.send(JSON.stringify(response));
    if (frame.type === 'hello') {
      reply({ type: 'welcome', protocol: 1, deviceId: '0'.repeat(24), name: 'phone', heartbeatMs: 15_000 });
    }
    if (frame.type === 'ping') reply({ type: 'pong' });
    if ('n' in frame && this.isAcknowledging) reply({ type: 'ack', n: frame.n });
    this.frames.push(frame);
    this.arrivals.emit('frame', frame);
  }
}

/** Creates an order that runs code. `index` makes its IDs unique. */
export function createOrder(code: string, index: number): RunOrder {
  const id = String(index).padStart(24, '0');
  return {
    ...{ type: 'run', runId: id, jobId: id, scriptId: null, name: 'x', robotName: 'phone', env: {} },
    ...{ sha256: '', size: code.length, code },
  };
}
