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
  const result = { reason: null, exitCode: null, signal: null, scriptId: null };
  const attempt = { wave: null, attempt: 1, retryOf: null, isRetried: false, isHeld: false, heldUntil: null };
  const startedAt = state === 'queued' ? null : '2026-01-01T00:00:00Z';
  return {
    _id: 'r1',
    jobId: 'j1',
    deviceId: 'd1',
    deviceName: '盒子',
    state,
    ...result,
    ...attempt,
    ...times,
    startedAt,
  };
}

/** A service with one run, whose events the test tells. */
class Service {
  run = run('queued');
  log: LogLine[] = [];
  logReads = 0;
  private stream?: ServerResponse;
  private readonly server = createServer((request, response) => this.answer(request.url ?? '', response));

  static async start(): Promise<Service> {
    const service = new Service();
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  client(): Drover {
    const { port } = this.server.address() as AddressInfo;
    return new Drover({ baseUrl: `http://127.0.0.1:${port}` });
  }

  tell(event: DroverEvent): void {
    this.stream?.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  tellLines(first: number, last: number): void {
    this.tell({ type: 'log', runId: 'r1', jobId: 'j1', deviceId: 'd1', lines: lines(first, last) });
  }

  tellRun(state: RunState): void {
    this.run = run(state);
    this.tell({ type: 'run', run: this.run });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(url: string, response: ServerResponse): void {
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

let service: Service;
beforeEach(async () => (service = await Service.start()));
afterEach(() => service.stop());

/** Follows to the end; `onUpdate` tells what happens next. */
async function follow(onUpdate: (told: string) => void): Promise<string[]> {
  const told: string[] = [];
  const follower = new JobFollower(service.client(), { jobId: 'j1' });
  for await (const update of follower.follow(AbortSignal.timeout(10_000))) {
    const text = update.type === 'run' ? update.run.state : update.lines.map(({ seq }) => seq).join();
    told.push(text);
    onUpdate(text);
  }
  return told;
}

describe('JobFollower', () => {
  it('tells what comes, and ends with the run', async () => {
    const told = await follow((text) => {
      if (text === 'queued') service.tellRun('running');
      if (text === 'running') service.tellLines(1, 2);
      if (text === '1,2') service.tellRun('succeeded');
    });
    expect(told).toEqual(['queued', 'running', '1,2', 'succeeded']);
    expect(service.logReads).toBe(0);
  });

  it('reads what was written before it listened, and tells no line twice', async () => {
    service.run = run('running');
    service.log = lines(1, 3);
    const told = await follow((text) => {
      if (text === 'running') service.tellLines(2, 4);
      if (text === '4') service.tellRun('failed');
    });
    expect(told).toEqual(['1,2,3', 'running', '4', 'failed']);
  });

  it('reads the lines that are missing between two events', async () => {
    service.run = run('running');
    const told = await follow((text) => {
      if (text === 'running') service.tellLines(1, 1);
      if (text === '1') {
        service.log = lines(1, 4);
        service.tellLines(4, 4);
      }
      if (text === '2,3,4') service.tellRun('succeeded');
    });
    expect(told).toEqual(['running', '1', '2,3,4', 'succeeded']);
  });

  it('reads all again when events were missed', async () => {
    const told = await follow((text) => {
      if (text !== 'queued') return;
      service.run = run('succeeded');
      service.log = lines(1, 2);
      service.tell({ type: 'reset' });
    });
    expect(told).toEqual(['queued', '1,2', 'succeeded']);
  });

  it('ends at once where all is over', async () => {
    service.run = run('stopped');
    expect(await follow(() => undefined)).toEqual(['stopped']);
  });

  it('does not go back from an end', async () => {
    const told = await follow((text) => {
      if (text !== 'queued') return;
      service.tellRun('lost');
    });
    expect(told).toEqual(['queued', 'lost']);
  });

  it('ends with the reason of its signal', async () => {
    const leaving = new AbortController();
    const updates = new JobFollower(service.client(), { jobId: 'j1' }).follow(leaving.signal);
    await updates.next();
    const next = updates.next();
    leaving.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });
});
