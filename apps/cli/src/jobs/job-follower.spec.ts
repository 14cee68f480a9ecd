import { Drover, type DroverEvent, type LogLine, type Run, type RunState } from '@drover/sdk';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JobFollower } from './job-follower';

const line = (seq: number): LogLine => ({
  seq,
  at: '2026-01-01T00:00:00Z',
  level: 'info',
  text: `line ${seq}`,
});
const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => line(first + i));

function run(state: RunState): Run {
  const times = { createdAt: '', deliverBy: '', startedAt: state === 'queued' ? null : '', finishedAt: null };
  const result = { reason: null, reasonCode: null, exitCode: null, signal: null, scriptId: null };
  const attempt = { wave: null, attempt: 1, retryOf: null, isRetried: false, isHeld: false, heldUntil: null };
  const output = { progress: null, hasResult: false, failedStep: null, pinned: null };
  const startedAt = state === 'queued' ? null : '2026-01-01T00:00:00Z';
  return {
    _id: 'r1',
    jobId: 'j1',
    deviceId: 'd1',
    deviceName: '盒子',
    state,
    ...result,
    ...attempt,
    ...output,
    ...times,
    startedAt,
  };
}

/** A server with one run, whose events the test sends. */
class FakeServer {
  run = run('queued');
  log: LogLine[] = [];
  logReads = 0;
  private stream?: ServerResponse;
  private readonly http = createServer((request, response) => this.respond(request.url ?? '', response));

  static async start(): Promise<FakeServer> {
    const server = new FakeServer();
    await new Promise<void>((resolve) => server.http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  client(): Drover {
    const { port } = this.http.address() as AddressInfo;
    return new Drover({ baseUrl: `http://127.0.0.1:${port}` });
  }

  sendEvent(event: DroverEvent): void {
    this.stream?.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  sendLines(first: number, last: number): void {
    this.sendEvent({ type: 'log', runId: 'r1', jobId: 'j1', deviceId: 'd1', lines: lines(first, last) });
  }

  updateRun(state: RunState): void {
    this.run = run(state);
    this.sendEvent({ type: 'run', run: this.run });
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  private respond(url: string, response: ServerResponse): void {
    const json = (body: unknown) => response.end(JSON.stringify(body));
    const after = Number(new URL(url, 'http://x').searchParams.get('after') ?? 0);
    if (url.startsWith('/v1/events')) {
      this.stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(':\n\n');
    } else if (url.includes('/logs')) {
      this.logReads += 1;
      const items = this.log.filter(({ seq }) => seq > after);
      json({ count: items.length, items });
    } else if (url.startsWith('/v1/runs/')) json(this.run);
    else json({ count: 1, items: [this.run] });
  }
}

let server: FakeServer;
beforeEach(async () => (server = await FakeServer.start()));
afterEach(() => server.stop());

/** Follows the job to its end and returns its updates. `onUpdate` triggers what happens next. */
async function follow(onUpdate: (update: string) => void): Promise<string[]> {
  const updates: string[] = [];
  const follower = new JobFollower(server.client(), { jobId: 'j1' });
  for await (const update of follower.follow(AbortSignal.timeout(10_000))) {
    const text = update.type === 'run' ? update.run.state : update.lines.map(({ seq }) => seq).join();
    updates.push(text);
    onUpdate(text);
  }
  return updates;
}

describe('JobFollower', () => {
  it('yields updates until the run ends', async () => {
    const updates = await follow((text) => {
      if (text === 'queued') server.updateRun('running');
      if (text === 'running') server.sendLines(1, 2);
      if (text === '1,2') server.updateRun('succeeded');
    });
    expect(updates).toEqual(['queued', 'running', '1,2', 'succeeded']);
    expect(server.logReads).toBe(0);
  });

  it('reads earlier lines, and yields no line twice', async () => {
    server.run = run('running');
    server.log = lines(1, 3);
    const updates = await follow((text) => {
      if (text === 'running') server.sendLines(2, 4);
      if (text === '4') server.updateRun('failed');
    });
    expect(updates).toEqual(['1,2,3', 'running', '4', 'failed']);
  });

  it('reads lines that are missing between two events', async () => {
    server.run = run('running');
    const updates = await follow((text) => {
      if (text === 'running') server.sendLines(1, 1);
      if (text === '1') {
        server.log = lines(1, 4);
        server.sendLines(4, 4);
      }
      if (text === '2,3,4') server.updateRun('succeeded');
    });
    expect(updates).toEqual(['running', '1', '2,3,4', 'succeeded']);
  });

  it('reads everything again after missed events', async () => {
    const updates = await follow((text) => {
      if (text !== 'queued') return;
      server.run = run('succeeded');
      server.log = lines(1, 2);
      server.sendEvent({ type: 'reset' });
    });
    expect(updates).toEqual(['queued', '1,2', 'succeeded']);
  });

  it('ends immediately if all runs have ended', async () => {
    server.run = run('stopped');
    expect(await follow(() => undefined)).toEqual(['stopped']);
  });

  it('yields the end of a run that was lost', async () => {
    const updates = await follow((text) => {
      if (text !== 'queued') return;
      server.updateRun('lost');
    });
    expect(updates).toEqual(['queued', 'lost']);
  });

  it('rejects with the reason of its signal', async () => {
    const abort = new AbortController();
    const updates = new JobFollower(server.client(), { jobId: 'j1' }).follow(abort.signal);
    await updates.next();
    const next = updates.next();
    abort.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });
});
