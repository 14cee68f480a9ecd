import { createStore } from './store';

/** Whether the session has expired or was ended. */
export const sessionEnded = createStore(false);

/** Whether the person of the ended session turned out to have no workspace any more. */
export const accessLost = createStore(false);

const storageKey = 'drover-signed-in';

/** Remembers whether this browser signed in, because scripts cannot read the session cookie. */
export const signedInHint = {
  get: () => localStorage.getItem(storageKey) !== null,
  set: (isSignedIn: boolean) =>
    isSignedIn ? localStorage.setItem(storageKey, 'yes') : localStorage.removeItem(storageKey),
};
