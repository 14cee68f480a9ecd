import type { DroverEvent } from './events';
import type { Http } from './request';
import { untilAvailable } from './retry';
import { defaultPollIntervalMs, hasEnded, Runs, type LogLine, type WaitOptions } from './runs';
import { sharedEventsOf } from './shared-events';

/** Lines per request, the maximum of the service. */
const pageLines = 1000;

/** Logs of runs. */
export class Logs {
  private readonly runs: Runs;

  constructor(private readonly http: Http) {
    this.runs = new Runs(http);
  }

  /**
   * Yields a run's log lines as they arrive, until the run has ended and its log is complete. All follows and waits of a
   * client share one event stream. If the service refuses it, the log is polled. A service that restarts is waited for.
   *
   * @param runId ID of the run.
   * @param options `signal` limits the whole wait, `timeoutMs` each request.
   * @throws {@link ApiError} 404 if the run does not exist.
   * @example
   * for await (const { level, text } of drover.logs.follow(runId)) console.log(`${level}: ${text}`);
   */
  async *follow(runId: string, options: WaitOptions = {}): AsyncGenerator<LogLine, void, undefined> {
    const { pollIntervalMs = defaultPollIntervalMs } = options;
    const stream = sharedEventsOf(this.http);
    const watch = stream.watch({ runId }, { ...options, pollIntervalMs });
    let after = 0;
    try {
      for (let { state } = await this.runs.get(runId, options); ;) {
        // The state is from before, so that lines written between the two requests are still read.
        for await (const line of this.readAfter(runId, after, options)) {
          yield line;
          after = line.seq;
        }
        if (hasEnded(state)) return;
        for (let events = await watch.next(); events; events = await watch.next()) {
          const { lines, isComplete } = linesAfter(after, events);
          yield* lines;
          after = lines.at(-1)?.seq ?? after;
          if (!isComplete) break;
        }
        ({ state } = await untilAvailable(() => this.runs.get(runId, options), options.signal));
      }
    } finally {
      stream.unwatch(watch);
    }
  }

  private async *readAfter(
    runId: string,
    after: number,
    options: WaitOptions,
  ): AsyncGenerator<LogLine, void, undefined> {
    for (;;) {
      const read = () => this.runs.listLogs(runId, { after, limit: pageLines }, options);
      const { items } = await untilAvailable(read, options.signal);
      yield* items;
      if (items.length < pageLines) return;
      after = items.at(-1)?.seq ?? after;
    }
  }
}

/** Returns the new lines of events, up to a missing line or the end of the run, after which the log must be read. */
function linesAfter(after: number, events: DroverEvent[]): { lines: LogLine[]; isComplete: boolean } {
  const lines: LogLine[] = [];
  for (const event of events) {
    if (event.type === 'run' && hasEnded(event.run.state)) return { lines, isComplete: false };
    if (event.type !== 'log') continue;
    for (const line of event.lines) {
      if (line.seq <= after) continue;
      if (line.seq > after + 1) return { lines, isComplete: false };
      lines.push(line);
      after = line.seq;
    }
  }
  return { lines, isComplete: true };
}
