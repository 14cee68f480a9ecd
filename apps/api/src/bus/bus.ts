import type { RunState } from '@drover/contract';

/** Messages between nodes. They are hints: the database is the source of truth, so a lost message only costs time. */
export interface Topics {
  /** There is work for these devices: a run to deliver, a run to stop, or a message. */
  wake: { deviceIds: string[] };
  /** These devices were deleted. Their links have to be closed. */
  removed: { deviceIds: string[] };
  /** This device has a new link. An older one has to be closed. */
  linked: { deviceId: string; linkId: string };
  /** Committed changes, for event streams and other watchers. */
  changed: Changes;
  /** Messages may have been lost. Subscribers that rely on them have to read the database again. */
  gap: Record<string, never>;
}

/** IDs of records that changed. Watchers read the records themselves. */
export interface Changes {
  deviceIds?: string[];
  removedDevices?: RemovedDevice[];
  lines?: LineRange[];
  runs?: ChangedRun[];
  messages?: NewMessage[];
  artifacts?: NewArtifact[];
  approvals?: ChangedApproval[];
}

export interface RemovedDevice {
  accountId: string;
  deviceId: string;
}

/** The numbers of the first and the last of a run's new log lines. */
export interface LineRange {
  runId: string;
  first: number;
  last: number;
}

/** A run and its new state. */
export interface ChangedRun {
  id: string;
  state: RunState;
}

/** A new message in the inbox of an account. */
export interface NewMessage {
  accountId: string;
  messageId: string;
  runId: string | null;
  deviceId: string | null;
}

/** A new artifact of a run. */
export interface NewArtifact {
  accountId: string;
  artifactId: string;
}

/** A new or decided approval. */
export interface ChangedApproval {
  accountId: string;
  approvalId: string;
}

/** Keeps a message well below one megabyte, the default limit of NATS. */
const idsPerMessage = 5_000;

/** Splits a list of any length into parts that fit into a message of the bus. */
export function* splitIntoMessages<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += idsPerMessage) {
    yield items.slice(start, start + idsPerMessage);
  }
}

/** Delivers messages to all nodes of the installation. */
export interface Bus {
  /** Sends a message to all nodes including this one, or to a single node. A message has to be smaller than 1 MB. */
  publish<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic], nodeId?: string): void;
  /** Returns a function that ends the subscription. */
  subscribe<Topic extends keyof Topics>(topic: Topic, handler: (message: Topics[Topic]) => void): () => void;
  /** Whether there may be other nodes. */
  readonly isShared: boolean;
  isReady(): boolean;
  close(): Promise<void>;
}
