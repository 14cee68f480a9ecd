import { Events, type DroverEvent, type EventFilter } from './events';
import type { Http } from './request';
import type { CallOptions } from './call-options';
import { delay } from './time-limit';

/** The run or the job that is watched. */
export type Subject = { runId: string } | { jobId: string };

/** Options of a watch. */
interface WatchOptions extends CallOptions {
  /** Milliseconds between two requests if the service refuses the event stream. */
  pollIntervalMs: number;
}

/** Milliseconds after which a watch asks the caller to read the current state, although there was no event. */
const checkIntervalMs = 60_000;

/**
 * The same while the stream is opening, which takes long on a busy service. Not longer, because a proxy may hold back the
 * stream for good.
 */
const openingCheckMs = 5_000;

/** Events in memory of a caller that reads them slowly. With more, it has to read the current state instead. */
const maxEvents = 1_000;

/** Collects the events of a run or of a job until the caller reads them. */
export class Watch {
  private events: DroverEvent[] = [];
  private isStateUnknown = false;
  private state: 'opening' | 'open' | 'refused' = 'opening';
  private wake: (() => void) | undefined;

  constructor(
    readonly subject: Subject,
    private readonly options: WatchOptions,
  ) {}

  /** Waits for events. Returns undefined if the caller has to read the current state, because events may be missing. */
  async next(): Promise<DroverEvent[] | undefined> {
    if (!this.isStateUnknown && this.events.length === 0) await this.waitForChange();
    const events = this.isStateUnknown || this.events.length === 0 ? undefined : this.events;
    this.events = [];
    this.isStateUnknown = false;
    return events;
  }

  /** Adds an event of the stream. */
  add(event: DroverEvent): void {
    if (event.type !== 'reset' && !isAbout(event, this.subject)) return;
    if (event.type === 'reset' || this.events.length === maxEvents) this.readAgain();
    else this.events.push(event);
    this.wake?.();
  }

  /** The stream has opened, or was refused: earlier events may be missing. */
  setOpen(isOpen: boolean): void {
    this.state = isOpen ? 'open' : 'refused';
    this.readAgain();
    this.wake?.();
  }

  private readAgain(): void {
    this.events = [];
    this.isStateUnknown = true;
  }

  private async waitForChange(): Promise<void> {
    const { signal, pollIntervalMs } = this.options;
    const waitMs = { opening: openingCheckMs, open: checkIntervalMs, refused: pollIntervalMs }[this.state];
    const timer = new AbortController();
    const change = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), timer));
    const timeout = delay(waitMs, timer.signal).catch(() => undefined);
    await Promise.race([change, timeout, aborted]);
    this.wake = undefined;
    timer.abort();
    signal?.throwIfAborted();
  }
}

function isAbout(event: DroverEvent, subject: Subject): boolean {
  if (event.type === 'run') {
    return 'runId' in subject ? event.run._id === subject.runId : event.run.jobId === subject.jobId;
  }
  return event.type === 'log' && 'runId' in subject && event.runId === subject.runId;
}

/** The event stream that all watches of a client share. It is open while there is one. */
export class SharedEvents {
  private readonly watches = new Set<Watch>();
  private readonly events: Events;
  private stream: { filter: EventFilter; controller: AbortController; isOpen: boolean } | undefined;

  constructor(http: Http) {
    this.events = new Events(http);
  }

  /** Watches a run or a job. Call `unwatch` in the end. */
  watch(subject: Subject, options: WatchOptions): Watch {
    const watch = new Watch(subject, options);
    this.watches.add(watch);
    // Watches that begin at the same time open one stream.
    queueMicrotask(() => this.join(watch));
    return watch;
  }

  unwatch(watch: Watch): void {
    this.watches.delete(watch);
    if (this.watches.size === 0) this.close();
  }

  private join(watch: Watch): void {
    if (!this.watches.has(watch)) return;
    if (this.stream && covers(this.stream.filter, watch.subject)) {
      if (this.stream.isOpen) watch.setOpen(true);
      return;
    }
    this.close();
    void this.open(commonFilter([...this.watches]));
  }

  private close(): void {
    this.stream?.controller.abort();
    this.stream = undefined;
  }

  private async open(filter: EventFilter): Promise<void> {
    const controller = new AbortController();
    const stream = { filter, controller, isOpen: false };
    this.stream = stream;
    const onOpen = () => {
      // After a lost connection the stream resumes, or sends a reset.
      if (stream.isOpen || this.stream !== stream) return;
      stream.isOpen = true;
      for (const watch of this.watches) watch.setOpen(true);
    };
    try {
      for await (const event of this.events.stream(
        { types: ['run', 'log'], ...filter },
        { signal: controller.signal, onOpen },
      )) {
        for (const watch of this.watches) watch.add(event);
      }
    } catch {
      // The service refuses the stream, for example because there are too many: watches poll instead.
      if (this.stream !== stream) return;
      this.stream = undefined;
      for (const watch of this.watches) watch.setOpen(false);
    }
  }
}

/** The narrowest filter for all watches: a stream has at most one run or one job. */
function commonFilter([first, ...others]: Watch[]): EventFilter {
  const isCommon = first && others.every(({ subject }) => covers(first.subject, subject));
  return isCommon ? first.subject : {};
}

function covers(filter: EventFilter, subject: Subject): boolean {
  if (filter.runId !== undefined) return 'runId' in subject && subject.runId === filter.runId;
  if (filter.jobId !== undefined) return 'jobId' in subject && subject.jobId === filter.jobId;
  return true;
}

const sharedEvents = new WeakMap<Http, SharedEvents>();

/** Returns the stream that all resources of a client share. */
export function sharedEventsOf(http: Http): SharedEvents {
  const existing = sharedEvents.get(http);
  if (existing) return existing;
  const created = new SharedEvents(http);
  sharedEvents.set(http, created);
  return created;
}
