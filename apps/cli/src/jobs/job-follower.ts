import { type Drover, type DroverEvent, hasEnded, type LogEvent, type Run, type RunEvent } from '@drover/sdk';

/** Page size for listing runs. */
const pageItems = 1000;

/** What to follow: all runs of a job, or one run. */
export type FollowTarget = { jobId: string } | { runId: string };

export type RunUpdate = RunEvent | LogEvent;

/**
 * Follows runs on the event stream. Yields each state change, and each log line once and in order, from the first line
 * to the end of the last run. Reads what happened before the stream opened, or was missed on it, with other requests.
 */
export class JobFollower {
  /** The last known state of each run, by ID. */
  readonly runs = new Map<string, Run>();
  private readonly deviceNames = new Map<string, string>();
  private readonly openIds = new Set<string>();
  private readonly lastSeqs = new Map<string, number>();

  constructor(
    private readonly drover: Drover,
    private readonly target: FollowTarget,
  ) {}

  describeRun(runId: string): { runId: string; deviceName: string } {
    return { runId, deviceName: this.deviceNames.get(runId) ?? runId };
  }

  async *follow(signal: AbortSignal): AsyncGenerator<RunUpdate, void, undefined> {
    const abort = new AbortController();
    const { events, first } = await this.openStream(AbortSignal.any([signal, abort.signal]));
    try {
      yield* this.readAll();
      let next = first;
      while (this.openIds.size > 0) {
        const { value: event, done } = await next;
        if (done) return;
        yield* this.handleEvent(event);
        if (this.openIds.size > 0) next = events.next();
      }
    } finally {
      abort.abort();
      await events.return().catch(() => undefined);
    }
  }

  /** Opens the stream before anything is read, so that no event is missed in between. */
  private async openStream(signal: AbortSignal) {
    let first!: Promise<IteratorResult<DroverEvent, void>>;
    let events!: AsyncGenerator<DroverEvent, void, undefined>;
    await new Promise<void>((onOpen, reject) => {
      events = this.drover.events.stream(this.target, { signal, onOpen });
      first = events.next();
      first.catch(reject);
    });
    return { events, first };
  }

  private async *handleEvent(event: DroverEvent): AsyncGenerator<RunUpdate> {
    if (event.type === 'reset') yield* this.readAll();
    else if (event.type === 'log') yield* this.addLines(event);
    else if (event.type === 'run') yield* this.addRun(event.run);
  }

  private async *readAll(): AsyncGenerator<RunUpdate> {
    for await (const run of this.listRuns()) {
      this.deviceNames.set(run._id, run.deviceName);
      yield* this.readLog(run);
      yield* this.addRun(run);
    }
  }

  private async *listRuns(): AsyncGenerator<Run> {
    if ('jobId' in this.target) yield* this.drover.runs.iterate({ ...this.target, limit: pageItems });
    else yield await this.drover.runs.get(this.target.runId);
  }

  /** Reads the lines that were not yielded yet. A run that has not started has none. */
  private async *readLog({ _id: runId, jobId, deviceId, startedAt }: Run): AsyncGenerator<LogEvent> {
    while (startedAt) {
      const { items: lines } = await this.drover.runs.listLogs(runId, {
        after: this.lastSeqs.get(runId) ?? 0,
      });
      if (lines.length === 0) return;
      this.lastSeqs.set(runId, lines[lines.length - 1].seq);
      yield { type: 'log', runId, jobId, deviceId, lines };
    }
  }

  private async *addLines(event: LogEvent): AsyncGenerator<LogEvent> {
    const last = this.lastSeqs.get(event.runId) ?? 0;
    const lines = event.lines.filter(({ seq }) => seq > last);
    if (lines.length === 0) return;
    if (lines[0].seq === last + 1) {
      this.lastSeqs.set(event.runId, lines[lines.length - 1].seq);
      yield { ...event, lines };
    } else {
      yield* this.readLog(await this.drover.runs.get(event.runId));
    }
  }

  /** Ignores late events: one from before the end of a run may arrive after its end was read. */
  private *addRun(run: Run): Generator<RunEvent> {
    const known = this.runs.get(run._id);
    if (known && hasEnded(known.state) && !hasEnded(run.state)) return;
    this.runs.set(run._id, run);
    if (known?.state === run.state) return;
    if (hasEnded(run.state)) this.openIds.delete(run._id);
    else this.openIds.add(run._id);
    yield { type: 'run', run };
  }
}
