import { Drover, isUnauthorized, type DroverEvent, type EventFilter } from '@drover/sdk';
import { sessionEnded } from './session';
import { createStore } from './store';

/** Events come in bursts; the page is told of them so many milliseconds apart. */
const batchMs = 150;
/** A page that nobody sees gives its connection back after this time: browsers allow few. */
const hiddenMs = 60_000;

/** Whether what the page shows is what there is. */
export const liveState = createStore<'live' | 'behind'>('live');

interface Watch {
  onEvents: (events: DroverEvent[]) => void;
  signal: AbortSignal;
}

/** Tells of events, in batches, until the signal aborts. After a gap a `reset` is among them. */
export function watchEvents(filter: EventFilter, { onEvents, signal }: Watch): void {
  let batch: DroverEvent[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let connection: AbortController | undefined;

  const flush = () => {
    flushTimer = undefined;
    const events = batch;
    batch = [];
    if (!signal.aborted && events.length > 0) onEvents(events);
  };
  const take = (event: DroverEvent) => {
    batch.push(event);
    flushTimer ??= setTimeout(flush, batchMs);
  };
  const open = () => {
    const controller = new AbortController();
    connection = controller;
    void read(filter, take, controller.signal);
  };
  const close = () => {
    connection?.abort();
    connection = undefined;
  };

  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(close, hiddenMs);
    else if (!connection) {
      take({ type: 'reset' });
      open();
    }
  };
  document.addEventListener('visibilitychange', follow);
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', follow);
    clearTimeout(hiddenTimer);
    clearTimeout(flushTimer);
    close();
  });
  open();
}

/** A client that says whether it gets through: the stream itself only comes back by itself. */
const listener = new Drover({
  baseUrl: '',
  fetch: async (input, init) => {
    try {
      const response = await fetch(input, init);
      liveState.set(response.ok ? 'live' : 'behind');
      return response;
    } catch (error) {
      if (!init?.signal?.aborted) liveState.set('behind');
      throw error;
    }
  },
});

async function read(
  filter: EventFilter,
  take: (event: DroverEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const event of listener.events.stream(filter, { signal })) take(event);
  } catch (error) {
    if (isUnauthorized(error)) sessionEnded.set(true);
    else if (!signal.aborted) liveState.set('behind');
  }
}
