import {
  DeviceFrame,
  LINK_CREDENTIAL_PATH,
  type LinkLogLine,
  type RunOrder,
  type ServerFrame,
} from '@drover/contract/link';
import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** Milliseconds to wait for a frame. */
const waitTimeoutMs = 60_000;

/** The only enrolment key that the server accepts. */
export const VALID_KEY = 'ABC234';

type FrameOf<Type extends DeviceFrame['type']> = Extract<DeviceFrame, { type: Type }>;

/** A server for the agent's specs. Records every frame, so that tests can wait for the ones that they expect. */
export class TestServer {
  /** The frames of all links, in order of arrival. */
  readonly frames: DeviceFrame[] = [];
  /** Tokens of enrolled devices. */
  readonly tokens = new Set<string>();
  readonly code = new Map<string, string>();
  codeFetches = 0;
  /** Input files by SHA-256, the ranges that were requested, and how many bytes of an answer are sent before it stalls. */
  readonly files = new Map<string, Buffer>();
  readonly fileRanges: (string | undefined)[] = [];
  fileBytes = Infinity;
  isAcknowledging = true;
  heartbeatMs = 15_000;
  private readonly links = new Set<WebSocket>();
  private readonly arrivals = new EventEmitter();
  private readonly http = createServer((request, response) => this.handleRequest(request, response));
  private readonly sockets = new WebSocketServer({ server: this.http, path: '/link' });

  static async start(): Promise<TestServer> {
    const server = new TestServer();
    server.arrivals.setMaxListeners(0);
    server.sockets.on('connection', (socket, request) => server.accept(socket, request));
    await new Promise<void>((resolve) => server.http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  get linkCount(): number {
    return this.links.size;
  }

  async close(): Promise<void> {
    for (const link of this.links) link.terminate();
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  send(frame: ServerFrame): void {
    for (const link of this.links) link.send(JSON.stringify(frame));
  }

  /** Sends a run order for the code and returns it. */
  run(code: string, changes: Partial<RunOrder> = {}): RunOrder {
    const order: RunOrder = {
      type: 'run',
      runId: newId(),
      jobId: newId(),
      scriptId: newId(),
      name: 'hello',
      robotName: 'R2',
      sha256: createHash('sha256').update(code).digest('hex'),
      size: Buffer.byteLength(code),
      code,
      env: {},
      ...changes,
    };
    this.send(order);
    return order;
  }

  /** Drops all links without a close frame, as a network failure does. */
  dropLinks(): void {
    for (const link of this.links) link.terminate();
  }

  /** Closes all links with a code. */
  closeLinks(code: number): void {
    for (const link of this.links) link.close(code);
  }

  ping(): void {
    for (const link of this.links) link.ping();
  }

  /** Returns the first matching frame after index `from`. Waits for it if it has not arrived yet. */
  async find<Type extends DeviceFrame['type']>(
    type: Type,
    isMatch: (frame: FrameOf<Type>) => boolean = () => true,
    from = 0,
  ): Promise<FrameOf<Type>> {
    const matches = (frame: DeviceFrame): frame is FrameOf<Type> =>
      frame.type === type && isMatch(frame as FrameOf<Type>);
    const received = this.frames.slice(from).find(matches);
    if (received) return received;
    const signal = AbortSignal.timeout(waitTimeoutMs);
    try {
      for await (const [frame] of on(this.arrivals, 'frame', { signal }) as AsyncIterable<[DeviceFrame]>) {
        if (matches(frame)) return frame;
      }
    } catch {
      // Reported below.
    }
    throw new Error(`No ${type} frame arrived. Received: ${JSON.stringify(this.frames).slice(-2000)}`);
  }

  finished({ runId }: Pick<RunOrder, 'runId'>): Promise<FrameOf<'finished'>> {
    return this.find('finished', (frame) => frame.runId === runId);
  }

  started({ runId }: Pick<RunOrder, 'runId'>): Promise<FrameOf<'started'>> {
    return this.find('started', (frame) => frame.runId === runId);
  }

  logged({ runId }: Pick<RunOrder, 'runId'>, text: string): Promise<FrameOf<'log'>> {
    return this.find(
      'log',
      (frame) => frame.runId === runId && frame.lines.some((line) => line.text === text),
    );
  }

  /** Returns the frames of a run without duplicates that were sent again. */
  framesOf({ runId }: Pick<RunOrder, 'runId'>): DeviceFrame[] {
    const numbers = new Set<number>();
    return this.frames.filter((frame) => {
      if (!('n' in frame && 'runId' in frame) || frame.runId !== runId || numbers.has(frame.n)) return false;
      return numbers.add(frame.n);
    });
  }

  lines(run: Pick<RunOrder, 'runId'>): LinkLogLine[] {
    return this.framesOf(run).flatMap((frame) => (frame.type === 'log' ? frame.lines : []));
  }

  texts(run: Pick<RunOrder, 'runId'>): string[] {
    return this.lines(run).map((line) => line.text);
  }

  private accept(socket: WebSocket, request: IncomingMessage): void {
    const token = request.headers.authorization?.replace(/^token /, '') ?? '';
    if (!this.tokens.has(token)) return socket.close(4401);
    this.links.add(socket);
    socket.on('close', () => this.links.delete(socket));
    socket.on('message', (data: Buffer) => {
      const frame = DeviceFrame.parse(JSON.parse(data.toString('utf8')));
      if (frame.type === 'hello') socket.send(JSON.stringify(this.welcome()));
      if ('n' in frame && this.isAcknowledging) socket.send(JSON.stringify({ type: 'ack', n: frame.n }));
      this.frames.push(frame);
      this.arrivals.emit('frame', frame);
    });
  }

  private welcome(): ServerFrame {
    const intervals = { heartbeatMs: this.heartbeatMs, progressMs: 1000 };
    return { type: 'welcome', protocol: 1, deviceId: newId(), name: 'test', ...intervals };
  }

  private handleRequest(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === '/v1/enrolments') return void this.enrol(request, response);
    const token = request.headers.authorization?.replace(/^token /, '') ?? '';
    if (request.url === LINK_CREDENTIAL_PATH) {
      return void response.writeHead(this.tokens.delete(token) ? 204 : 401).end();
    }
    if (request.url?.startsWith('/link/files/')) return this.sendFile(request, response);
    const sha256 = request.url?.split('/link/code/')[1] ?? '';
    const code = this.code.get(sha256);
    const isAuthorized = this.tokens.has(token);
    this.codeFetches += 1;
    if (!isAuthorized || code === undefined) return void response.writeHead(isAuthorized ? 404 : 401).end();
    response.end(code);
  }

  private sendFile(request: IncomingMessage, response: ServerResponse): void {
    const content = this.files.get(request.url?.split('/link/files/')[1] ?? '');
    const { range } = request.headers;
    this.fileRanges.push(range);
    if (!content) return void response.writeHead(404).end('{}');
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const end = content.length - 1;
    response.writeHead(range ? 206 : 200, {
      'Content-Length': content.length - start,
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${content.length}` }),
    });
    if (this.fileBytes === Infinity) response.end(content.subarray(start));
    else response.write(content.subarray(start, start + this.fileBytes));
  }

  private async enrol(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = (await request.toArray()) as Buffer[];
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { key: string; name: string };
    if (body.key !== VALID_KEY) {
      response
        .writeHead(404)
        .end(JSON.stringify({ code: 1000, message: 'There is no such key.', requestId: 'r' }));
      return;
    }
    const token = `hmd_${randomBytes(32).toString('hex')}`;
    this.tokens.add(token);
    response.writeHead(201).end(JSON.stringify({ device: { _id: newId(), name: body.name }, token }));
  }
}

export function newId(): string {
  return randomBytes(12).toString('hex');
}
