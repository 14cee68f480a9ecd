import type { LogLine } from '@drover/sdk';
import { LIMITS } from '@drover/contract/limits';
import { useEffect, useState } from 'react';
import { drover } from '../../lib/drover';
import { watchEvents } from '../../lib/live';

interface RunLog {
  /** In order and without gaps; the array grows in place, `length` tells that it did. */
  lines: LogLine[];
  length: number;
  isLoading: boolean;
  error: unknown;
}

/** The log of a run: what there is, then what comes. */
export function useRunLog(runId: string): RunLog {
  const [log, setLog] = useState<RunLog>({ lines: [], length: 0, isLoading: true, error: undefined });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const lines: LogLine[] = [];
    const show = (error?: unknown) => setLog({ lines, length: lines.length, isLoading: false, error });
    const lastSeq = () => lines.at(-1)?.seq ?? 0;
    let reading: Promise<void> | undefined;

    const readOn = async () => {
      for (;;) {
        const { items } = await drover.runs.listLogs(runId, { after: lastSeq() }, { signal });
        append(items);
        if (items.length < LIMITS.logItems) return;
        show();
      }
    };
    const append = (items: LogLine[]) => {
      for (const line of items) if (line.seq === lastSeq() + 1) lines.push(line);
    };
    const read = () => {
      reading ??= readOn()
        .then(() => show())
        .catch((error: unknown) => signal.aborted || show(error))
        .finally(() => (reading = undefined)) as Promise<void>;
    };

    setLog({ lines, length: 0, isLoading: true, error: undefined });
    watchEvents(
      { runId },
      {
        signal,
        onEvents: (events) => {
          for (const event of events) {
            if (event.type === 'reset') read();
            if (event.type !== 'log') continue;
            append(event.lines);
            // A line is missing in between: the service has it.
            if ((event.lines.at(-1)?.seq ?? 0) > lastSeq()) read();
          }
          if (!reading) show();
        },
      },
    );
    read();
    return () => controller.abort();
  }, [runId]);
  return log;
}
