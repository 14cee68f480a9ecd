import { hasEnded, type Drover, type DroverEvent, type LogEvent, type Run, type RunEvent } from '@drover/sdk';

/** Runs of one request for the list of them. */
const pageItems = 1000;

/** What is followed: all runs of a job, or one run. */
export type Followed = { jobId: string } | { runId: string };

export type RunUpdate = RunEvent | LogEvent;

/**
 * Follows runs by the stream of events: each change, and each log line once and in order, from the first line to the
 * end of the last run. What happened before the stream stood, or was missed on it, is read by the usual requests.
 */
export class JobFollower {
  /** The runs as far as they are known, by id. */
  readonly runs = new Map<string, Run>();
  private readonly deviceNames = new Map<string, string>();
  private readonly openIds = new Set<string>();
  private readonly lastSeqs = new Map<string, number>();

  constructor(
    private readonly drover: Drover,
    private readonly followed: Followed,
  ) {}

  deviceNameOf(runId: string): string {
    return this.deviceNames.get(runId) ?? runId;
  }

  async *follow(signal: AbortSignal): AsyncGenerator<RunUpdate, void, undefined> {
    const leaving = new AbortController();
    const { events, first } = await this.listen(AbortSignal.any([signal, leaving.signal]));
    try {
      yield* this.readAgain();
      let next = first;
      while (this.openIds.size > 0) {
        const { value: event, done } = await next;
        if (done) return;
        yield* this.take(event);
        if (this.openIds.size > 0) next = events.next();
      }
    } finally {
      leaving.abort();
      await events.return().catch(() => undefined);
    }
  }

  /** Begins to listen before anything is read, so that nothing falls between the two. */
  private async listen(signal: AbortSignal) {
    let first!: Promise<IteratorResult<DroverEvent, void>>;
    let events!: AsyncGenerator<DroverEvent, void, undefined>;
    await new Promise<void>((onOpen, reject) => {
      events = this.drover.events.stream(this.followed, { signal, onOpen });
      first = events.next();
      first.catch(reject);
    });
    return { events, first };
  }

  private async *take(event: DroverEvent): AsyncGenerator<RunUpdate> {
    if (event.type === 'reset') yield* this.readAgain();
    else if (event.type === 'log') yield* this.addLines(event);
    else if (event.type === 'run') yield* this.addRun(event.run);
  }

  private async *readAgain(): AsyncGenerator<RunUpdate> {
    for await (const run of this.listRuns()) {
      this.deviceNames.set(run._id, run.deviceName);
      yield* this.readLog(run);
      yield* this.addRun(run);
    }
  }

  private async *listRuns(): AsyncGenerator<Run> {
    if ('jobId' in this.followed) yield* this.drover.runs.iterate({ ...this.followed, limit: pageItems });
    else yield await this.drover.runs.get(this.followed.runId);
  }

  /** Lines that have not been seen yet. A run that has not started has none. */
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

  /** What was told before a run had ended may come after its end was read. */
  private *addRun(run: Run): Generator<RunEvent> {
    const known = this.runs.get(run._id);
    if (known && (known.state === run.state || (hasEnded(known.state) && !hasEnded(run.state)))) return;
    this.runs.set(run._id, run);
    if (hasEnded(run.state)) this.openIds.delete(run._id);
    else this.openIds.add(run._id);
    yield { type: 'run', run };
  }
}
