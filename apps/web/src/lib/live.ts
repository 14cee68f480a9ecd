import { Drover, isUnauthorized, type DroverEvent, type EventFilter } from '@drover/sdk';
import { sessionEnded } from './session';
import { createStore } from './store';

/** Events come in bursts; the page is told of them so many milliseconds apart. */
const batchMs = 150;
/** A page that nobody sees gives its connection back after this time: browsers allow few. */
const hiddenMs = 60_000;

/** Silence after which a connection is made anew: the service gives a sign of life every 15 s. */
const idleTimeoutMs = 40_000;

/** Streams that do not get through. */
const broken = new Set<AbortSignal>();

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
function listenerOf(signal: AbortSignal): Drover {
  const say = (isThrough: boolean) => {
    if (isThrough) broken.delete(signal);
    else broken.add(signal);
    liveState.set(broken.size > 0 ? 'behind' : 'live');
  };
  signal.addEventListener('abort', () => say(true));
  return new Drover({
    baseUrl: '',
    fetch: async (input, init) => {
      try {
        const response = await fetch(input, init);
        say(response.ok);
        return response;
      } catch (error) {
        if (!signal.aborted) say(false);
        throw error;
      }
    },
  });
}

async function read(
  filter: EventFilter,
  take: (event: DroverEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const options = { signal, idleTimeoutMs };
  try {
    for await (const event of listenerOf(signal).events.stream(filter, options)) take(event);
  } catch (error) {
    if (isUnauthorized(error)) sessionEnded.set(true);
  }
}
