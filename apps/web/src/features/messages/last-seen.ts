import { createStore } from '../../lib/store';

const getStorageKey = (accountId: string) => `drover-inbox-seen-${accountId}`;
const changes = createStore(0);

/** Returns the ID of the newest message seen in this browser. IDs of later messages are greater. */
export function useLastSeen(accountId: string): string {
  changes.use();
  return localStorage.getItem(getStorageKey(accountId)) ?? '';
}

export function markSeen(accountId: string, messageId: string): void {
  const key = getStorageKey(accountId);
  if (messageId <= (localStorage.getItem(key) ?? '')) return;
  localStorage.setItem(key, messageId);
  changes.set(changes.get() + 1);
}
