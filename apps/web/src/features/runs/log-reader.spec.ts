import type { LogLine, LogPage } from '@drover/sdk';
import { emptyPart, heldLines, LogReader, type LogPart } from './log-reader';

const lineOf = (seq: number): LogLine => ({
  seq,
  at: '2026-01-31T00:00:00.000Z',
  level: seq % 100 === 0 ? 'error' : 'info',
  text: `line ${seq}`,
});
const linesOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => lineOf(first + index));

/** A log of some length, as the service answers for it, and a reader of it. */
function read(length: number, isWanted?: (line: LogLine) => boolean) {
  const service = { length, failure: undefined as Error | undefined, requests: 0 };
  let part: LogPart = emptyPart;
  const reader = new LogReader({
    isWanted,
    onChange: (changed) => (part = changed),
    read: async ({ after, limit }): Promise<LogPage> => {
      service.requests += 1;
      if (service.failure) throw service.failure;
      const items = linesOf(after + 1, Math.min(after + limit, service.length));
      return { count: service.length - after, items };
    },
  });
  const seen = () => {
    const { lines, last, hasEarlier, hasLater } = part;
    // Without gaps, whatever happened.
    expect(isWanted || lines.every(({ seq }, index) => seq === (lines[0]?.seq ?? 0) + index)).toBeTruthy();
    return { from: lines[0]?.seq, to: lines.at(-1)?.seq, last, hasEarlier, hasLater };
  };
  /** The service has more lines, and tells of them. */
  const write = (first: number, last: number) => {
    service.length = last;
    reader.receive(linesOf(first, last));
  };
  return { reader, service, seen, write, part: () => part };
}

describe('LogReader', () => {
  it('reads a log, and takes what is written', async () => {
    const { reader, seen, write } = read(30);
    await reader.open();
    reader.follow(true);
    write(31, 40);
    expect(seen()).toEqual({ from: 1, to: 40, last: 40, hasEarlier: false, hasLater: false });
  });

  it('takes each line once, and reads what was missed in between', async () => {
    const { reader, seen, write } = read(10);
    await reader.open();
    reader.follow(true);
    write(6, 12);
    write(20, 25);
    await reader.refresh();
    expect(seen()).toMatchObject({ from: 1, to: 25, hasLater: false });
  });

  it('misses nothing that is written while it reads', async () => {
    const { reader, seen, write } = read(10);
    const opened = reader.open();
    reader.follow(true);
    write(11, 20);
    await opened;
    await reader.refresh();
    expect(seen()).toMatchObject({ from: 1, to: 20 });
  });

  it('goes on after a failure', async () => {
    const { reader, service, seen, part } = read(10);
    service.failure = new Error('away');
    await reader.open();
    expect(part()).toMatchObject({ error: service.failure, isLoading: false });
    service.failure = undefined;
    await reader.refresh();
    expect(part().error).toBeUndefined();
    expect(seen()).toMatchObject({ from: 1, to: 10 });
  });

  it('holds the end of a log that is followed, and no more than the bound', async () => {
    const { reader, seen, write, part } = read(0);
    await reader.open();
    reader.follow(true);
    for (let first = 1; first <= 100_000; first += 500) {
      write(first, first + 499);
      expect(part().lines.length).toBeLessThanOrEqual(heldLines + 2_000);
    }
    expect(seen()).toMatchObject({ to: 100_000, last: 100_000, hasEarlier: true, hasLater: false });
    expect(part().lines.length).toBeGreaterThanOrEqual(heldLines);
  });

  it('opens the end of a long log that goes on without reading all of it', async () => {
    const { reader, service, seen } = read(150_000);
    void reader.open();
    reader.follow(true);
    await reader.refresh();
    expect(seen()).toMatchObject({ to: 150_000, hasEarlier: true, hasLater: false });
    expect(service.requests).toBeLessThan(5);
  });

  it('keeps what is looked at while more is written, and goes to the end when it is followed again', async () => {
    const { reader, seen, write, part } = read(10);
    await reader.open();
    reader.follow(false);
    for (let first = 11; first <= 60_010; first += 1_000) write(first, first + 999);
    expect(seen()).toMatchObject({ from: 1, last: 60_010, hasLater: true });
    expect(part().lines.length).toBeLessThanOrEqual(heldLines);
    reader.follow(true);
    await reader.refresh();
    expect(seen()).toMatchObject({ to: 60_010, hasEarlier: true, hasLater: false });
  });

  it('goes to a line anywhere, and on from there in both directions', async () => {
    const { reader, seen } = read(150_000);
    await reader.goTo(90_000);
    expect(seen()).toEqual({ from: 89_000, to: 90_999, last: 150_000, hasEarlier: true, hasLater: true });
    await reader.readEarlier();
    await reader.readLater();
    expect(seen()).toMatchObject({ from: 87_000, to: 92_999 });
    for (let step = 0; step < 60; step += 1) await reader.readEarlier();
    expect(seen()).toEqual({ from: 1, to: heldLines, last: 150_000, hasEarlier: false, hasLater: true });
  });

  it('searches all of a log, and what is written after', async () => {
    const { reader, seen, write, part } = read(45_000, ({ level }) => level === 'error');
    void reader.open();
    reader.follow(true);
    await reader.refresh();
    expect(part().lines).toHaveLength(450);
    write(45_001, 45_200);
    expect(part().lines).toHaveLength(452);
    expect(seen()).toMatchObject({ from: 100, to: 45_200, hasEarlier: false, hasLater: false });
  });
});
