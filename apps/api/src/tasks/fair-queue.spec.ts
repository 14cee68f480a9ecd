import { FairQueue } from './fair-queue';

/** Removes all items. */
function drain(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

describe('FairQueue', () => {
  it('returns the items of one owner in order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['1', '2', '3']) queue.push('a', item);
    expect(queue.peek()).toBe('1');
    expect(drain(queue)).toEqual(['1', '2', '3']);
    expect(queue.isEmpty).toBe(true);
  });

  it('lets owners take turns', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0], item);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('skips owners that are not ready', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'b1', 'b2']) queue.push(item[0], item);
    const isReady = (owner: string) => owner !== 'a';
    expect([queue.shift(isReady), queue.shift(isReady), queue.shift(isReady)]).toEqual([
      'b1',
      'b2',
      undefined,
    ]);
    expect([queue.has('a'), queue.has('b'), [...queue.owners()]]).toEqual([true, false, ['a']]);
    expect(queue.shift()).toBe('a1');
  });

  it('returns the first item of another owner before the rest of a flood', () => {
    const queue = new FairQueue<string>();
    for (let n = 0; n < 10_000; n += 1) queue.push('flood', `${n}`);
    expect(queue.shift()).toBe('0');
    queue.push('other', 'the only one');
    expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['1', 'the only one', '2']);
  });
});
