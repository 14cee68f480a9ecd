import { ActiveAccounts } from './active-accounts';

const activeMs = 1000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const beside = (accounts: ActiveAccounts, ...ids: string[]) => accounts.isActiveBeside(new Set(ids));

describe('ActiveAccounts', () => {
  it('is not shared while one account sends requests', () => {
    const accounts = new ActiveAccounts();
    expect([accounts.isShared, beside(accounts, 'a')]).toEqual([false, false]);
    accounts.note('a');
    accounts.note('a');
    expect([accounts.isShared, beside(accounts, 'a'), beside(accounts, 'b')]).toEqual([false, false, true]);
  });

  it('is shared until a second after the last request of another account', () => {
    const accounts = new ActiveAccounts();
    accounts.note('b');
    accounts.note('a');
    jest.advanceTimersByTime(activeMs - 1);
    accounts.note('a');
    expect([accounts.isShared, beside(accounts, 'a'), beside(accounts, 'b')]).toEqual([true, true, true]);
    jest.advanceTimersByTime(1);
    expect([accounts.isShared, beside(accounts, 'a'), beside(accounts, 'b')]).toEqual([false, false, true]);
  });

  it('does not count the accounts that it is asked about', () => {
    const accounts = new ActiveAccounts();
    accounts.note('a');
    accounts.note('b');
    expect([beside(accounts, 'a', 'b'), beside(accounts, 'a', 'c')]).toEqual([false, true]);
  });
});
