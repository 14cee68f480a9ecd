import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAcknowledgements } from './acknowledgements';

/** Links that count their acknowledgements. */
const createLinks = (count: number) =>
  Array.from({ length: count }, () => {
    const link = { acks: 0, sendAck: () => void (link.acks += 1) };
    return link;
  });

describe('createAcknowledgements', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('sends one acknowledgement per link in the same turn under low load', async () => {
    const acknowledge = createAcknowledgements();
    for (let round = 1; round <= 3; round += 1) {
      const links = createLinks(10);
      for (const link of [...links, ...links]) acknowledge(link);
      await nextTurn();
      expect(links.map(({ acks }) => acks)).toEqual(Array(10).fill(1));
    }
  });

  it('merges acknowledgements under high load until the load is low again', async () => {
    const acknowledge = createAcknowledgements();
    const links = createLinks(300);
    links.forEach(acknowledge);
    await nextTurn();
    expect(links.every(({ acks }) => acks === 0)).toBe(true);
    links.forEach(acknowledge);
    jest.advanceTimersByTime(1000);
    await nextTurn();
    expect(links.every(({ acks }) => acks === 1)).toBe(true);
    links.slice(0, 5).forEach(acknowledge);
    jest.advanceTimersByTime(999);
    links.slice(0, 5).forEach(acknowledge);
    expect(links[0].acks).toBe(1);
    jest.advanceTimersByTime(1);
    expect(links.slice(0, 6).map(({ acks }) => acks)).toEqual([2, 2, 2, 2, 2, 1]);
    acknowledge(links[0]);
    await nextTurn();
    expect(links[0].acks).toBe(3);
  });
});
