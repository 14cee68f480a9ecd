import type { Event } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { newId } from '../../database/ids';
import { History, limitHistories } from './history';

const createLog = (text: string): Event => {
  const lines = [{ seq: 1, at: new Date().toISOString(), level: 'info' as const, text }];
  return { type: 'log', jobId: newId(), runId: newId(), deviceId: newId(), lines };
};

function createHistory({ events, chars }: { events: number; chars: number }): History {
  const history = new History();
  for (let count = 0; count < events; count += 1) history.add(createLog('x'.repeat(chars)));
  return history;
}

describe('History', () => {
  it('holds the text of an event and its subject, and not the event', () => {
    const history = new History();
    const lines = [{ seq: 1, at: new Date().toISOString(), level: 'info' as const, text: 'hello' }];
    const subject = { jobId: newId(), runId: newId(), deviceId: newId() };
    history.add({ type: 'log', ...subject, lines });
    const { text, ...rest } = history.next(0)!;
    expect(rest).toEqual({ type: 'log', subject });
    expect(text).toContain('hello');
  });

  it('drops its oldest events when it exceeds its limit', () => {
    const { max } = BUDGET.eventHistoryChars;
    const history = createHistory({ events: 1, chars: max / 8 });
    while (history.contains(0)) history.add(createLog('x'.repeat(max / 8)));
    expect(history.position).toBe(8);
    expect(history.length).toBeLessThanOrEqual(max);
    expect(history.contains(1)).toBe(true);
  });
});

describe('limitHistories', () => {
  it('drops the oldest events of the longest histories and keeps shorter ones', () => {
    const { max } = BUDGET.eventHistoryCharsOfAll;
    const short = createHistory({ events: 3, chars: 1000 });
    const long = Array.from({ length: 5 }, () => createHistory({ events: 7, chars: 1024 * 1024 }));
    const sum = () => [short, ...long].reduce((chars, { length }) => chars + length, 0);
    expect(sum()).toBeGreaterThan(max);
    limitHistories([short, ...long], max);
    expect(sum()).toBeLessThanOrEqual(max);
    expect(sum()).toBeGreaterThan(max - 2 * 1024 * 1024);
    expect(short.contains(0)).toBe(true);
    for (const history of long) expect(history.contains(history.position - 1)).toBe(true);
  });

  it('drops nothing at the limit', () => {
    const histories = [1, 2].map(() => createHistory({ events: 10, chars: 1000 }));
    limitHistories(histories, histories[0].length + histories[1].length);
    expect(histories.map((history) => history.contains(0))).toEqual([true, true]);
  });
});
