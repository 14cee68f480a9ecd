import { ApiError, ConnectionError } from './api-error';
import type { Artifact } from './artifacts';
import type { Device } from './devices';
import { readMessages, type StreamMessage } from './event-stream';
import type { Http } from './request';
import { isTransient, retryDelayMs } from './retry';
import type { LogLine, Run } from './runs';
import { delay, TimeLimit } from './time-limit';

/** Subject of an event. The deletion of a device belongs to `device`. */
export type EventKind = 'device' | 'run' | 'log' | 'artifact' | 'message' | 'approval';

/** Filters combine with AND. */
export interface EventFilter {
  /** Kinds of events. Default: all. */
  types?: EventKind[];
  jobId?: string;
  runId?: string;
  deviceId?: string;
}

/** A device connected, disconnected or changed. */
export interface DeviceEvent {
  type: 'device';
  device: Device;
}

/** A device was deleted. */
export interface DeviceRemovedEvent {
  type: 'device.removed';
  deviceId: string;
}

/** A run changed its state or its progress. */
export interface RunEvent {
  type: 'run';
  run: Run;
  /** The result of an ended run, if it has at most 8192 bytes. */
  result?: unknown;
}

/** Lines of a run's log. */
export interface LogEvent {
  type: 'log';
  runId: string;
  jobId: string;
  deviceId: string;
  lines: LogLine[];
}

/** An artifact of a run arrived, or was refused. */
export interface ArtifactEvent {
  type: 'artifact';
  artifact: Artifact;
}

/** A message arrived in the inbox. */
export interface MessageEvent {
  type: 'message';
  messageId: string;
  runId: string | null;
  deviceId: string | null;
}

/** Something needs approval, or a request was approved, declined or ended. Not every member may read it. */
export interface ApprovalEvent {
  type: 'approval';
  approvalId: string;
}

/** Events were lost: reload your data. */
export interface ResetEvent {
  type: 'reset';
}

/** An event, discriminated by `type`. */
export type DroverEvent =
  | DeviceEvent
  | DeviceRemovedEvent
  | RunEvent
  | LogEvent
  | ArtifactEvent
  | MessageEvent
  | ApprovalEvent
  | ResetEvent;

/** Options of a stream. */
export interface StreamOptions {
  /** Ends the stream, which rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds without data after which the connection counts as lost. Default: 90,000. */
  idleTimeoutMs?: number;
  /** Called when a connection is open. The stream yields every later event. */
  onOpen?: () => void;
}

interface Connection {
  filter: EventFilter;
  lastEventId: string | undefined;
}

/** A stream of device and run changes, log lines and messages. */
export class Events {
  constructor(private readonly http: Http) {}

  /**
   * Yields events until the loop ends or `signal` aborts. Reconnects after a lost connection and resumes after the last
   * event. Throws only when the service rejects the request, for example because the token was revoked.
   *
   * @param filter Kinds of events, and one job, run or device. Default: all events.
   * @param options Signal, idle time and a callback for each connection.
   * @throws {@link ApiError} when the service rejects the request, for example because the token was revoked.
   * @example
   * for await (const event of drover.events.stream({ types: ['run'] })) {
   *   if (event.type === 'run') console.log(event.run.deviceName, event.run.state);
   * }
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

  /** Reads one connection until it ends, fails or stays without data for too long. */
  private async *connect(
    { filter, lastEventId }: Connection,
    { signal, idleTimeoutMs = 90_000, onOpen }: StreamOptions,
  ): AsyncGenerator<StreamMessage, void, undefined> {
    const headers = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) };
    const limit = new TimeLimit(idleTimeoutMs, signal);
    try {
      const { body } = await this.http.open(
        'events.stream',
        { query: filter },
        { headers, signal: limit.signal },
      );
      onOpen?.();
      if (body) yield* readMessages(body, () => limit.restart());
    } catch (cause) {
      throw cause instanceof ApiError
        ? cause
        : new ConnectionError('The event stream was interrupted.', { cause });
    } finally {
      limit.clear();
    }
  }
}
