import { Drover, isUnauthorized, type DroverEvent, type EventFilter } from '@drover/sdk';
import { markSessionEnded } from './query-client';
import { sessionEnded } from './session';
import { createStore } from './store';

/** Events arrive in bursts and are delivered in batches at this interval. */
const batchMs = 150;
/** A hidden page closes its connection after this time, because browsers limit the number of connections. */
const hiddenMs = 60_000;

/** The server sends a heartbeat every 15 seconds. After this time without one, the client reconnects. */
const idleTimeoutMs = 40_000;

const brokenStreams = new Set<AbortSignal>();

/** Whether the page shows current data. */
export const eventStreamState = createStore<'live' | 'stale'>('live');

interface Subscription {
  onEvents: (events: DroverEvent[]) => void;
  signal: AbortSignal;
}

/** Delivers events in batches until the signal aborts. After a gap, a batch contains a `reset` event. */
export function subscribeToEvents(filter: EventFilter, { onEvents, signal }: Subscription): void {
  let batch: DroverEvent[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let connection: AbortController | undefined;

  const flush = () => {
    flushTimer = undefined;
    const events = batch;
    batch = [];
    if (!signal.aborted && events.length > 0) onEvents(events);
  };
  const enqueue = (event: DroverEvent) => {
    batch.push(event);
    flushTimer ??= setTimeout(flush, batchMs);
  };
  const open = () => {
    const controller = new AbortController();
    connection = controller;
    void readStream(filter, enqueue, controller.signal);
  };
  const close = () => {
    connection?.abort();
    connection = undefined;
  };

  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  const onVisibilityChange = () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(close, hiddenMs);
    else if (!connection) {
      enqueue({ type: 'reset' });
      open();
    }
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    clearTimeout(hiddenTimer);
    clearTimeout(flushTimer);
    close();
  });
  open();
}

/** Creates a client that reports whether it is connected. The stream reconnects by itself without reporting it. */
function createStreamClient(signal: AbortSignal): Drover {
  const reportConnection = (isConnected: boolean) => {
    if (isConnected) brokenStreams.delete(signal);
    else brokenStreams.add(signal);
    eventStreamState.set(brokenStreams.size > 0 ? 'stale' : 'live');
  };
  signal.addEventListener('abort', () => reportConnection(true));
  return new Drover({
    baseUrl: '',
    fetch: async (input, init) => {
      try {
        const response = await fetch(input, init);
        reportConnection(response.ok);
        return response;
      } catch (error) {
        if (!signal.aborted) reportConnection(false);
        throw error;
      }
    },
  });
}

async function readStream(
  filter: EventFilter,
  enqueue: (event: DroverEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const options = { signal, idleTimeoutMs };
  try {
    for await (const event of createStreamClient(signal).events.stream(filter, options)) enqueue(event);
  } catch (error) {
    if (isUnauthorized(error)) sessionEnded.set(true);
    else markSessionEnded(error);
  }
}
