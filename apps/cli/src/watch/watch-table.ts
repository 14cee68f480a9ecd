import type { Drover, EventFilter } from '@drover/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { Interrupt } from '../input/interrupt';
import { printJsonLine } from '../output/json';
import { type Column, formatTable } from '../output/table';
import { printLine, terminalColumns } from '../output/terminal';

/** A device or run changes several times within a second when it connects or ends. */
const minIntervalMs = 500;
/** Ages of records become outdated without an event. */
const refreshIntervalMs = 10_000;

/** A list that is printed again when it changes. */
export interface WatchedTable<Row> {
  drover: Drover;
  /** The events after which the list may have changed. */
  filter: EventFilter;
  load: () => Promise<Row[]>;
  columns: Column<Row>[];
  emptyText: string;
  isJson: boolean;
}

/**
 * Shows a list and its changes until Ctrl-C. A terminal shows the current list. A pipe gets the list, then a line for each
 * record that is new or changed.
 */
export async function watchTable<Row extends { _id: string }>(table: WatchedTable<Row>): Promise<void> {
  const interrupt = new Interrupt();
  const print = createPrinter(table);
  const changes = new Changes(table, interrupt.signal);
  try {
    while (!interrupt.signal.aborted) {
      print(await table.load());
      await delay(minIntervalMs, undefined, { signal: interrupt.signal });
      await changes.next();
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
  } finally {
    interrupt.dispose();
  }
}

/** Waits for events that may have changed the list. */
class Changes {
  private hasChanged = false;
  private wake = new AbortController();
  private readonly end: Promise<void>;

  constructor(
    { drover, filter }: Pick<WatchedTable<never>, 'drover' | 'filter'>,
    private readonly signal: AbortSignal,
  ) {
    this.end = this.listen(drover, filter);
    this.end.catch(() => this.notify());
  }

  /** Returns after a change, or if the list has to be refreshed anyway. Throws if the server rejects the stream. */
  async next(): Promise<void> {
    if (!this.hasChanged) {
      const signal = AbortSignal.any([this.signal, this.wake.signal]);
      await delay(refreshIntervalMs, undefined, { signal }).catch(() => undefined);
    }
    this.hasChanged = false;
    this.wake = new AbortController();
    await Promise.race([this.end, Promise.resolve()]);
    this.signal.throwIfAborted();
  }

  private async listen(drover: Drover, filter: EventFilter): Promise<void> {
    const stream = drover.events.stream(filter, { signal: this.signal, onOpen: () => this.notify() });
    for await (const _event of stream) this.notify();
  }

  private notify(): void {
    this.hasChanged = true;
    this.wake.abort();
  }
}

function createPrinter<Row extends { _id: string }>({ columns, emptyText, isJson }: WatchedTable<Row>) {
  const printed = new Map<string, string>();
  const takeChanged = (rows: Row[]) =>
    rows.filter((row) => {
      const text = JSON.stringify(row);
      if (printed.get(row._id) === text) return false;
      printed.set(row._id, text);
      return true;
    });
  if (isJson) return (rows: Row[]) => takeChanged(rows).forEach(printJsonLine);
  if (process.stdout.isTTY) return (rows: Row[]) => redraw(rows, { columns, emptyText });
  return (rows: Row[]) => {
    const isFirst = printed.size === 0;
    const changed = new Set(takeChanged(rows));
    if (changed.size === 0) return;
    const [head, ...lines] = formatTable(rows, columns);
    if (isFirst) printLine(head);
    for (const [at, line] of lines.entries()) if (changed.has(rows[at])) printLine(line);
  };
}

/** Replaces the content of the terminal, line by line, so that it does not flicker. */
function redraw<Row>(rows: Row[], { columns, emptyText }: { columns: Column<Row>[]; emptyText: string }) {
  const height = Math.max(2, process.stdout.rows - 2);
  const lines = rows.length > 0 ? formatTable(rows, columns, terminalColumns()) : [emptyText];
  const hidden = lines.length - height;
  const shown = hidden > 0 ? [...lines.slice(0, height), `… and ${hidden} more`] : lines;
  process.stdout.write(`\x1b[H${shown.map((line) => `${line}\x1b[K\n`).join('')}\x1b[J`);
}
