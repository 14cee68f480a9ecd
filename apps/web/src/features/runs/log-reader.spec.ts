import type { LogLine, LogPage } from '@drover/sdk';
import { emptyWindow, LogReader, type LogWindow, maxWindowLines } from './log-reader';

const createLine = (seq: number): LogLine => ({
  seq,
  at: '2026-01-31T00:00:00.000Z',
  level: seq % 100 === 0 ? 'error' : 'info',
  text: `line ${seq}`,
});
const createLines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => createLine(first + index));

/** Creates a service with a log of the given length, and a reader of it. */
function openLog(length: number, matches?: (line: LogLine) => boolean) {
  const service = { length, failure: undefined as Error | undefined, requests: 0 };
  let logWindow: LogWindow = emptyWindow;
  const reader = new LogReader({
    matches,
    onChange: (updated) => (logWindow = updated),
    read: async ({ after, limit }): Promise<LogPage> => {
      service.requests += 1;
      if (service.failure) throw service.failure;
      const items = createLines(after + 1, Math.min(after + limit, service.length));
      return { count: items.length, items, lastSeq: service.length };
    },
  });
  const range = () => {
    const { lines, last, hasEarlier, hasLater } = logWindow;
    // There are never gaps.
    expect(matches || lines.every(({ seq }, index) => seq === (lines[0]?.seq ?? 0) + index)).toBeTruthy();
    return { from: lines[0]?.seq, to: lines.at(-1)?.seq, last, hasEarlier, hasLater };
  };
  /** Adds lines to the service's log and sends them to the reader. */
  const write = (first: number, last: number) => {
    service.length = last;
    reader.receive(createLines(first, last));
  };
  return { reader, service, range, write, current: () => logWindow };
}

describe('LogReader', () => {
  it('colours the loaded lines when it reads the earlier line that sets the colour', async () => {
    const texts = new Map([
      [1500, '\u001b[31mred'],
      [9500, '\u001b[0mplain'],
    ]);
    let logWindow = emptyWindow;
    const reader = new LogReader({
      onChange: (updated) => (logWindow = updated),
      read: async ({ after, limit }) => {
        const items = createLines(after + 1, Math.min(after + limit, 10_000));
        for (const line of items) line.text = texts.get(line.seq) ?? line.text;
        return { count: items.length, items, lastSeq: 10_000 };
      },
    });
    await reader.open(9000);
    expect(logWindow.styles.size).toBe(0);
    while (logWindow.hasEarlier) await reader.readEarlier();
    expect(logWindow.lines).toHaveLength(9999);
    expect([1500, 1501, 9000, 9500, 9501].map((seq) => logWindow.styles.get(seq))).toEqual([
      ...[undefined, '31', '31', '31', undefined],
    ]);
  });

  it('reads a log and adds new lines', async () => {
    const { reader, range, write } = openLog(30);
    await reader.open();
    reader.follow(true);
    write(31, 40);
    expect(range()).toEqual({ from: 1, to: 40, last: 40, hasEarlier: false, hasLater: false });
  });

  it('adds each line once and fetches missed lines', async () => {
    const { reader, range, write } = openLog(10);
    await reader.open();
    reader.follow(true);
    write(6, 12);
    write(20, 25);
    await reader.refresh();
    expect(range()).toMatchObject({ from: 1, to: 25, hasLater: false });
  });

  it('misses no lines written while it reads', async () => {
    const { reader, range, write } = openLog(10);
    const opened = reader.open();
    reader.follow(true);
    write(11, 20);
    await opened;
    await reader.refresh();
    expect(range()).toMatchObject({ from: 1, to: 20 });
  });

  it('continues after a failure', async () => {
    const { reader, service, range, current } = openLog(10);
    service.failure = new Error('unreachable');
    await reader.open();
    expect(current()).toMatchObject({ error: service.failure, isLoading: false });
    service.failure = undefined;
    await reader.refresh();
    expect(current().error).toBeUndefined();
    expect(range()).toMatchObject({ from: 1, to: 10 });
  });

  it('keeps the end of the log within the window size while following', async () => {
    const { reader, range, write, current } = openLog(0);
    await reader.open();
    reader.follow(true);
    for (let first = 1; first <= 100_000; first += 500) {
      write(first, first + 499);
      expect(current().lines.length).toBeLessThanOrEqual(maxWindowLines + 2_000);
    }
    expect(range()).toMatchObject({ to: 100_000, last: 100_000, hasEarlier: true, hasLater: false });
    expect(current().lines.length).toBeGreaterThanOrEqual(maxWindowLines);
  });

  it('opens the end of a long log without reading all of it', async () => {
    const { reader, service, range } = openLog(150_000);
    void reader.open();
    reader.follow(true);
    await reader.refresh();
    expect(range()).toMatchObject({ to: 150_000, hasEarlier: true, hasLater: false });
    expect(service.requests).toBeLessThan(5);
  });

  it('keeps its window while lines are added, and moves to the end when following again', async () => {
    const { reader, range, write, current } = openLog(10);
    await reader.open();
    reader.follow(false);
    for (let first = 11; first <= 60_010; first += 1_000) write(first, first + 999);
    expect(range()).toMatchObject({ from: 1, last: 60_010, hasLater: true });
    expect(current().lines.length).toBeLessThanOrEqual(maxWindowLines);
    reader.follow(true);
    await reader.refresh();
    expect(range()).toMatchObject({ to: 60_010, hasEarlier: true, hasLater: false });
  });

  it('goes to any line and reads on in both directions', async () => {
    const { reader, range } = openLog(150_000);
    await reader.goTo(90_000);
    expect(range()).toEqual({ from: 89_000, to: 90_999, last: 150_000, hasEarlier: true, hasLater: true });
    await reader.readEarlier();
    await reader.readLater();
    expect(range()).toMatchObject({ from: 87_000, to: 92_999 });
    for (let step = 0; step < 60; step += 1) await reader.readEarlier();
    expect(range()).toEqual({
      from: 1,
      to: maxWindowLines,
      last: 150_000,
      hasEarlier: false,
      hasLater: true,
    });
  });

  it('searches the whole log and new lines', async () => {
    const { reader, range, write, current } = openLog(45_000, ({ level }) => level === 'error');
    void reader.open();
    reader.follow(true);
    await reader.refresh();
    expect(current().lines).toHaveLength(450);
    write(45_001, 45_200);
    expect(current().lines).toHaveLength(452);
    expect(range()).toMatchObject({ from: 100, to: 45_200, hasEarlier: false, hasLater: false });
  });
});
