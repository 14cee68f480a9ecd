import type { Http } from './request';
import { defaultPollIntervalMs, hasEnded, Runs, type LogLine, type WaitOptions } from './runs';
import { delay } from './time-limit';

/** Logs of runs. */
export class Logs {
  private readonly runs: Runs;

  constructor(http: Http) {
    this.runs = new Runs(http);
  }

  /** Yields a run's log lines as they arrive, until the run has ended and its log is complete. */
  async *follow(runId: string, options: WaitOptions = {}): AsyncGenerator<LogLine, void, undefined> {
    for (let after = 0; ;) {
      // Reads the state first, so that lines written between the two requests are still read.
      const { state } = await this.runs.get(runId, options);
      const { items } = await this.runs.listLogs(runId, { after }, options);
      yield* items;
      after = items.at(-1)?.seq ?? after;
      if (!hasEnded(state)) await delay(options.pollIntervalMs ?? defaultPollIntervalMs, options.signal);
      else if (items.length === 0) return;
    }
  }
}
