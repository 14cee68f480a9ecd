import { Event } from '@drover/contract';
import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { waitTimeoutMs } from './eventually';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

interface Watching {
  /** An access token, or the Cookie header of a session. */
  token?: string;
  cookie?: string;
  /** Filters, as a query string. */
  query?: string;
  lastEventId?: string;
}

/** A reader of /v1/events that stores events until a spec reads them. */
export class TestWatcher {
  /** Position of the stream, which a browser sends as Last-Event-ID. */
  lastEventId = '';
  /** Comments that have arrived, which are keep-alives. */
  comments = 0;
  private readonly arrivals = new EventEmitter();
  private readonly events: Event[] = [];
  private rest = '';
  private readonly end: Promise<unknown>;

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (text: string) => this.read(text));
    response.on('error', () => undefined);
    this.end = new Promise((resolve) => response.once('close', resolve));
  }

  /** Opens a stream, and waits for its position. */
  static async open(url: string, { token, cookie, query = '', lastEventId }: Watching): Promise<TestWatcher> {
    const credential = cookie === undefined ? { Authorization: `token ${token}` } : { Cookie: cookie };
    const headers = { ...credential, ...(lastEventId && { 'Last-Event-ID': lastEventId }) };
    const request = get(`${url}/v1/events${query}`, { headers });
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const watcher = new TestWatcher(response);
    if (response.statusCode === 200) await watcher.until(() => watcher.comments > 0);
    return watcher;
  }

  /** Returns the next event, which must have this type. */
  async next<Type extends Event['type']>(type: Type): Promise<EventOf<Type>> {
    await this.until(() => this.events.length > 0);
    const event = this.events.shift() as Event;
    expect(event).toMatchObject({ type });
    return event as EventOf<Type>;
  }

  /** Events that have arrived and were not read. */
  arrived(): Event[] {
    return this.events;
  }

  async until(isSo: () => boolean): Promise<void> {
    const deadline = AbortSignal.timeout(waitTimeoutMs);
    while (!isSo()) await once(this.arrivals, 'text', { signal: deadline });
  }

  /** Waits until the server has ended the stream. */
  async ended(): Promise<void> {
    await this.end;
  }

  /** Cuts the connection. */
  async close(): Promise<void> {
    this.response.destroy();
    await this.end;
  }

  private read(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.readBlock(block.split('\n'));
    this.arrivals.emit('text');
  }

  private readBlock(lines: string[]): void {
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    if (lines.some((line) => line.startsWith(':'))) this.comments += 1;
    this.lastEventId = field('id') ?? this.lastEventId;
    const data = field('data');
    if (data === undefined) return;
    const event = Event.parse(JSON.parse(data));
    expect(field('event')).toBe(event.type);
    this.events.push(event);
  }
}
