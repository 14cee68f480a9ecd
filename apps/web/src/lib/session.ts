import { createStore } from './store';

/** Whether the service no longer knows the session that this page began with. */
export const sessionEnded = createStore(false);

const storageKey = 'drover-signed-in';

/** Whether this browser may have a session: scripts cannot read its cookie. */
export const mayBeSignedIn = {
  get: () => localStorage.getItem(storageKey) !== null,
  set: (isSignedIn: boolean) =>
    isSignedIn ? localStorage.setItem(storageKey, 'yes') : localStorage.removeItem(storageKey),
};
