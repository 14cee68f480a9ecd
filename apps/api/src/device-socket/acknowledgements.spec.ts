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

  it('merges acknowledgements under high load until no more links have one', async () => {
    const acknowledge = createAcknowledgements();
    const links = createLinks(400);
    links.slice(0, 300).forEach(acknowledge);
    await nextTurn();
    jest.advanceTimersByTime(249);
    links.forEach(acknowledge);
    jest.advanceTimersByTime(250);
    expect(links.every(({ acks }) => acks === 0)).toBe(true);
    jest.advanceTimersByTime(1);
    await nextTurn();
    expect(links.every(({ acks }) => acks === 1)).toBe(true);
    acknowledge(links[0]);
    await nextTurn();
    expect(links[0].acks).toBe(1);
    jest.advanceTimersByTime(250);
    expect(links[0].acks).toBe(2);
    acknowledge(links[0]);
    await nextTurn();
    expect(links[0].acks).toBe(3);
  });

  it('delays acknowledgements for at most two seconds', async () => {
    const acknowledge = createAcknowledgements();
    const links = createLinks(300);
    links.forEach(acknowledge);
    await nextTurn();
    for (let ms = 0; ms < 2000; ms += 100) {
      expect(links[0].acks).toBe(0);
      createLinks(1).forEach(acknowledge);
      jest.advanceTimersByTime(100);
    }
    expect(links[0].acks).toBe(1);
  });
});
