import { createStore } from './store';

/** Whether the service no longer knows the session that this page began with. */
export const sessionEnded = createStore(false);
