import { ApiError, ConnectionError } from './api-error';
import type { Device } from './devices';
import { readMessages, type StreamMessage } from './event-stream';
import type { Http } from './request';
import { isTransient, retryDelayMs } from './retry';
import type { LogLine, Run } from './runs';
import { delay, TimeLimit } from './time-limit';

/** What an event may be about; that a device was deleted is about a device. */
export type EventKind = 'device' | 'run' | 'log' | 'message';

/** Filters combine with AND. */
export interface EventFilter {
  /** What to tell of; all where left out. */
  types?: EventKind[];
  jobId?: string;
  runId?: string;
  deviceId?: string;
}

/** A device came, went, or changed. */
export interface DeviceEvent {
  type: 'device';
  device: Device;
}

/** A device was deleted. */
export interface DeviceRemovedEvent {
  type: 'device.removed';
  deviceId: string;
}

/** A run changed its state. */
export interface RunEvent {
  type: 'run';
  run: Run;
}

/** Lines of a run's log. */
export interface LogEvent {
  type: 'log';
  runId: string;
  jobId: string;
  deviceId: string;
  lines: LogLine[];
}

/** A message came into the inbox, where it can be read. */
export interface MessageEvent {
  type: 'message';
  messageId: string;
  runId: string | null;
  deviceId: string | null;
}

/** Events were missed: read again what matters. */
export interface ResetEvent {
  type: 'reset';
}

/** Something that happened, told apart by `type`. */
export type DroverEvent = DeviceEvent | DeviceRemovedEvent | RunEvent | LogEvent | MessageEvent | ResetEvent;

/** How to listen. */
export interface StreamOptions {
  /** Ends the stream; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds of silence after which the connection counts as broken; 90,000 unless given. */
  idleTimeoutMs?: number;
  /** Called when a connection stands: what happens from then on is yielded. */
  onOpen?: () => void;
}

interface Connection {
  filter: EventFilter;
  lastEventId: string | undefined;
}

/** Device and run changes, log lines and messages as they happen. */
export class Events {
  constructor(private readonly http: Http) {}

  /**
   * Yields events until the loop is left or `signal` aborts. A connection that breaks is made again, and goes on after
   * the last event that was yielded, or where it stood before its first. Only a refusal, such as that of a revoked token, ends it with an error.
   */
  async *stream(
    filter: EventFilter = {},
    options: StreamOptions = {},
  ): AsyncGenerator<DroverEvent, void, undefined> {
    let lastEventId: string | undefined;
    for (let attempt = 0; ; attempt += 1) {
      let failure: unknown;
      try {
        for await (const { id, data } of this.connect({ filter, lastEventId }, options)) {
          if (data !== '') {
            attempt = 0;
            yield JSON.parse(data) as DroverEvent;
          }
          lastEventId = id ?? lastEventId;
        }
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!isTransient(error)) throw error;
        failure = error;
      }
      await delay(retryDelayMs(attempt, failure), options.signal);
    }
  }

  /** One connection, until it ends, breaks or falls silent. */
  private async *connect(
    { filter, lastEventId }: Connection,
    { signal, idleTimeoutMs = 90_000, onOpen }: StreamOptions,
  ): AsyncGenerator<StreamMessage, void, undefined> {
    const headers = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) };
    const request = { method: 'GET', path: '/v1/events', query: filter, headers } as const;
    const limit = new TimeLimit(idleTimeoutMs, signal);
    try {
      const { body } = await this.http.open(request, limit.signal);
      onOpen?.();
      if (body) yield* readMessages(body, () => limit.restart());
    } catch (cause) {
      throw cause instanceof ApiError ? cause : new ConnectionError('The stream of events broke.', { cause });
    } finally {
      limit.clear();
    }
  }
}
