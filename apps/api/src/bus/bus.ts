import type { RunState } from '@drover/contract';

/** What nodes tell each other. A lost message costs a little time, never a run: the database has the truth. */
export interface Topics {
  /** These devices have work: a run to deliver, a run to stop, a message. */
  wake: { deviceIds: string[] };
  /** These devices were removed: their links end. */
  removed: { deviceIds: string[] };
  /** This device has a newer link: an older one ends. */
  linked: { deviceId: string; linkId: string };
  /** What whoever watches may want to see; it was committed before it is told. */
  changed: Changes;
  /** Some of the above may have been missed: whoever relies on it looks again. */
  gap: Record<string, never>;
}

/** Records that changed, by their ids: who watches reads them. */
export interface Changes {
  deviceIds?: string[];
  removedDevices?: RemovedDevice[];
  lines?: LineRange[];
  runs?: ChangedRun[];
  messages?: NewMessage[];
}

export interface RemovedDevice {
  accountId: string;
  deviceId: string;
}

/** New log lines of a run, from the first to the last. */
export interface LineRange {
  runId: string;
  first: number;
  last: number;
}

/** A run, and the state that it came to. */
export interface ChangedRun {
  id: string;
  state: RunState;
}

/** A message that came into the inbox of an account. */
export interface NewMessage {
  accountId: string;
  messageId: string;
  runId: string | null;
  deviceId: string | null;
}

/** Of so many ids a message stays well below a megabyte. */
const idsPerMessage = 5_000;

/** Cuts a list of any length into what messages of the bus hold. */
export function* messageParts<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += idsPerMessage) {
    yield items.slice(start, start + idsPerMessage);
  }
}

/** The seam to other nodes. */
export interface Bus {
  /** Tells all nodes, this one too, or a single one. A message has to stay below a megabyte. */
  publish<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic], nodeId?: string): void;
  /** Returns what ends the subscription. */
  subscribe<Topic extends keyof Topics>(topic: Topic, handler: (message: Topics[Topic]) => void): () => void;
  /** Whether there may be other nodes. */
  readonly isShared: boolean;
  isReady(): boolean;
  close(): Promise<void>;
}
