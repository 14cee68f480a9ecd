import type { ServerResponse } from 'node:http';
import type { DroverEvent } from './index';
import { broken, failure, TestServer, type Responder } from './testing/test-server';

const removed = (deviceId: string): DroverEvent => ({ type: 'device.removed', deviceId });
const frame = (id: string, event: DroverEvent) =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** A stream that sends its texts, then ends, fails or stays open. */
function stream(texts: (string | Buffer)[], then: 'end' | 'break' | 'stay'): Responder {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void write(response, texts).then(() => {
      if (then === 'end') response.end();
      if (then === 'break') response.destroy();
    });
  };
}

/** Sends each text as a separate chunk. */
async function write(response: ServerResponse, texts: (string | Buffer)[]): Promise<void> {
  for (const text of texts) await new Promise((resolve) => response.write(text, resolve));
}

async function take(count: number, events: AsyncIterable<DroverEvent>): Promise<DroverEvent[]> {
  const taken: DroverEvent[] = [];
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

describe('Events', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  const resumedFrom = () => server.received.map(({ headers }) => headers['last-event-id']);

  it('parses events across chunks and with any line ending', async () => {
    const bytes = Buffer.from(frame('2', removed('演示')));
    const windows = frame('1', removed('a')).replaceAll('\n', '\r\n');
    const twoLines = 'id:3\ndata:{"type":\ndata:"reset"}\n\n';
    server.script(
      stream(
        [
          ': hello\n\n',
          windows.slice(0, -3),
          windows.slice(-3),
          bytes.subarray(0, 55),
          bytes.subarray(55),
          twoLines,
        ],
        'stay',
      ),
    );
    const events = await take(3, server.client().events.stream({ jobId: 'j' }));
    expect(events).toEqual([removed('a'), removed('演示'), { type: 'reset' }]);
    expect(server.received[0]?.url).toBe('/v1/events?jobId=j');
    expect(server.received[0]?.headers.accept).toBe('text/event-stream');
  });

  it.each(['end', 'break'] as const)(
    'resumes after its last event if the connection has an %s',
    async (then) => {
      server.script(
        stream([frame('7', removed('a')), 'data: {"type":'], then),
        broken,
        failure(503),
        stream([frame('8', removed('b'))], 'stay'),
      );
      await expect(take(2, server.client().events.stream())).resolves.toEqual([removed('a'), removed('b')]);
      expect(resumedFrom()).toEqual([undefined, '7', '7', '7']);
    },
  );

  it('resumes after the last ID if there was no event yet', async () => {
    server.script(
      stream([':\nid: 5\n\n', ':\nid: 6\n\n:\n\n'], 'end'),
      stream([':\nid: 6\n\n', frame('7', removed('a'))], 'stay'),
    );
    expect(await take(1, server.client().events.stream())).toEqual([removed('a')]);
    expect(resumedFrom()).toEqual([undefined, '6']);
  });

  it('reconnects after a connection without data', async () => {
    server.script(stream([frame('1', removed('a'))], 'stay'), stream([frame('2', removed('b'))], 'stay'));
    const events = await take(2, server.client().events.stream({}, { idleTimeoutMs: 100 }));
    expect(events).toEqual([removed('a'), removed('b')]);
    expect(resumedFrom()).toEqual([undefined, '1']);
  });

  it('throws if the service rejects the request', async () => {
    server.script(failure(401));
    await expect(take(1, server.client().events.stream())).rejects.toMatchObject({ status: 401 });
    expect(server.received).toHaveLength(1);
  });

  it('closes the connection when the loop ends', async () => {
    const closed = new Promise((resolve) =>
      server.script((response, request) => {
        response.on('close', resolve);
        stream([frame('1', removed('a'))], 'stay')(response, request);
      }),
    );
    await take(1, server.client().events.stream());
    await closed;
  });

  it('calls onOpen before the first event', async () => {
    const controller = new AbortController();
    server.script(stream([':\nid: 1\n\n'], 'stay'));
    let next: Promise<unknown> | undefined;
    await new Promise<void>((onOpen) => {
      next = server.client().events.stream({}, { signal: controller.signal, onOpen }).next();
    });
    controller.abort(new Error('opened'));
    await expect(next).rejects.toThrow('opened');
  });

  it('rejects with the reason of its signal', async () => {
    const controller = new AbortController();
    server.script(stream([frame('1', removed('a'))], 'stay'));
    const events = server.client().events.stream({}, { signal: controller.signal });
    await events.next();
    const next = events.next();
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });
});
