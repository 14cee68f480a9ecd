import type { ServerResponse } from 'node:http';
import type { DroverEvent, LogLine, RunState } from '../index';
import { ok, type Received, type Responder } from './test-server';

/** Simulates runs of one job: their records, their logs and the event stream. */
export class RunService {
  /** Responds to GET /v1/events instead of opening a stream. */
  refuseStream: Responder | undefined;
  /** Whether connections break. */
  isAway = false;
  private readonly lines = new Map<string, LogLine[]>();
  private readonly states = new Map<string, RunState>();
  private readonly streams = new Set<ServerResponse>();
  private eventId = 0;

  constructor(
    private readonly jobId: string,
    runIds: string[],
  ) {
    for (const runId of runIds) {
      this.lines.set(runId, []);
      this.states.set(runId, 'running');
    }
  }

  /** Responds to all requests of a client. */
  readonly respond: Responder = (response, request) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const [, , resource, id, part] = pathname.split('/');
    if (resource === 'events') return this.openStream(response, request);
    if (id !== undefined && part === 'logs') return this.respondWithLog(id, response, request);
    if (resource === 'jobs') return ok({ _id: this.jobId, counts: this.counts() })(response, request);
    const runs = [...this.states.keys()].map((runId) => this.run(runId));
    const body = id === undefined ? { count: runs.length, items: runs } : this.run(id);
    ok(body)(response, request);
  };

  get openStreams(): number {
    return this.streams.size;
  }

  /** Adds a line, with an event unless it is lost. */
  log(runId: string, text: string, { isLost = false } = {}): void {
    const lines = this.lines.get(runId) ?? [];
    const line: LogLine = { seq: lines.length + 1, at: '2026-01-31T08:30:00.000Z', level: 'info', text };
    lines.push(line);
    if (!isLost) this.send({ type: 'log', runId, jobId: this.jobId, deviceId: 'd', lines: [line] });
  }

  finish(runId: string): void {
    this.states.set(runId, 'succeeded');
    this.send({ type: 'run', run: this.run(runId) });
  }

  /** Sends an event to all streams. */
  send(event: DroverEvent): void {
    this.eventId += 1;
    for (const stream of this.streams) {
      stream.write(`id: ${this.eventId}\ndata: ${JSON.stringify(event)}\n\n`);
    }
  }

  /** Breaks all streams, as a killed server does. */
  breakStreams(): void {
    for (const stream of this.streams) stream.destroy();
    this.streams.clear();
  }

  private run(runId: string) {
    const record = {
      _id: runId,
      jobId: this.jobId,
      deviceName: runId,
      state: this.states.get(runId),
      attempt: 1,
    };
    return record as Extract<DroverEvent, { type: 'run' }>['run'];
  }

  private counts() {
    const states = [...this.states.values()];
    const count = (state: RunState) => states.filter((one) => one === state).length;
    return { queued: 0, running: count('running'), stopping: 0, succeeded: count('succeeded') };
  }

  private respondWithLog(runId: string, response: ServerResponse, request: Received): void {
    const query = new URL(request.url, 'http://localhost').searchParams;
    const [after, limit] = [Number(query.get('after')), Number(query.get('limit'))];
    const items = (this.lines.get(runId) ?? []).slice(after, after + limit);
    ok({ count: items.length, items })(response, request);
  }

  private openStream(response: ServerResponse, request: Received): void {
    if (this.refuseStream) return this.refuseStream(response, request);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`:\nid: ${this.eventId}\n\n`);
    this.streams.add(response);
    response.once('close', () => this.streams.delete(response));
  }
}
