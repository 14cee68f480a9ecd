import type { DeviceFrame, RunOrder, ServerFrame } from '@drover/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { EventEmitter, on, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';

const patienceMs = 60_000;

/** The other end of the device link, where a story wants to say every frame itself. */
export class LinkEnd {
  readonly frames: DeviceFrame[] = [];
  isAcknowledging = true;
  private readonly arrivals = new EventEmitter();
  private readonly sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/link' });

  static async open(): Promise<LinkEnd> {
    const end = new LinkEnd();
    end.sockets.on('connection', (socket) => socket.on('message', (data: Buffer) => end.hear(socket, data)));
    await once(end.sockets, 'listening');
    return end;
  }

  /** The agent as it is sent to a phone that scanned. */
  agentCode(): string {
    const folder = join(__dirname, '../../../../phone/src');
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const names = readdirSync(folder).filter((name) => name !== 'main.js');
    const { port } = this.sockets.address() as AddressInfo;
    const credential = { token: 'hmd_test', deviceId: '0'.repeat(24), name: 'phone' };
    const settings = { server: `http://127.0.0.1:${port}`, credential };
    const prelude = 'function droverPrelude() {}';
    const head = `var DROVER = ${JSON.stringify(settings)}; var DROVER_PRELUDE = ${JSON.stringify(prelude)};`;
    return [head, ...names.map(read), read('main.js')].join('\n');
  }

  send(frame: ServerFrame): void {
    for (const socket of this.sockets.clients) socket.send(JSON.stringify(frame));
  }

  /** The first frame after `from` that is meant, be it there or still to come. */
  async find(isMeant: (frame: DeviceFrame) => boolean, from = 0): Promise<DeviceFrame> {
    const known = this.frames.slice(from).find(isMeant);
    if (known) return known;
    const signal = AbortSignal.timeout(patienceMs);
    for await (const [frame] of on(this.arrivals, 'frame', { signal }) as AsyncIterable<[DeviceFrame]>) {
      if (isMeant(frame)) return frame;
    }
    throw new Error('not reached');
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    await new Promise((resolve) => this.sockets.close(resolve));
  }

  private hear(socket: WebSocket, data: Buffer): void {
    const frame = JSON.parse(data.toString()) as DeviceFrame;
    const answer = (text: ServerFrame) => socket.send(JSON.stringify(text));
    if (frame.type === 'hello') {
      answer({ type: 'welcome', protocol: 1, deviceId: '0'.repeat(24), name: 'phone', heartbeatMs: 15_000 });
    }
    if (frame.type === 'ping') answer({ type: 'pong' });
    if ('n' in frame && this.isAcknowledging) answer({ type: 'ack', n: frame.n });
    this.frames.push(frame);
    this.arrivals.emit('frame', frame);
  }
}

/** An order for code; `index` tells orders apart. */
export function orderOf(code: string, index: number): RunOrder {
  const id = String(index).padStart(24, '0');
  return {
    ...{ type: 'run', runId: id, jobId: id, scriptId: null, name: 'x', robotName: 'phone', env: {} },
    ...{ sha256: '', size: code.length, code },
  };
}
