import { createStore } from '../../lib/store';

const keyOf = (accountId: string) => `drover-inbox-seen-${accountId}`;
const changes = createStore(0);

/** Id of the newest message that was looked at in this browser; ids of later messages are greater. */
export function useLastSeen(accountId: string): string {
  changes.use();
  return localStorage.getItem(keyOf(accountId)) ?? '';
}

export function markSeen(accountId: string, messageId: string): void {
  const key = keyOf(accountId);
  if (messageId <= (localStorage.getItem(key) ?? '')) return;
  localStorage.setItem(key, messageId);
  changes.set(changes.get() + 1);
}
