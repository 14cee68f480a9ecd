import type { Caller } from './caller';
import { RecentCallers } from './recent-callers';

const caller = (tokenId: string) => ({ tokenId }) as Caller;

describe('RecentCallers', () => {
  it('removes a caller whose credential is no longer valid', () => {
    const callers = new RecentCallers();
    callers.note('a', caller('a'));
    expect(callers.find('a')).toEqual(caller('a'));
    callers.note('a', undefined);
    expect(callers.find('a')).toBeUndefined();
  });

  it('keeps the 1,000 most recently stored callers', () => {
    const callers = new RecentCallers();
    const names = Array.from({ length: 1_001 }, (_, index) => `${index}`);
    for (const name of names) callers.note(name, caller(name));
    callers.note('1', caller('1'));
    callers.note('new', caller('new'));
    const forgotten = [...names, 'new'].filter((name) => !callers.find(name));
    expect(forgotten).toEqual(['0', '2']);
  });
});
