/** What nodes tell each other. A lost message costs a little time, never a run: the database has the truth. */
export interface Topics {
  /** These devices have work: a run to deliver, a run to stop, a message. */
  wake: { deviceIds: string[] };
  /** These devices were removed: their links end. */
  removed: { deviceIds: string[] };
  /** This device has a newer link: an older one ends. */
  linked: { deviceId: string; linkId: string };
}

/** The seam to other nodes. */
export interface Bus {
  publish<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic]): void;
  /** Returns what ends the subscription. */
  subscribe<Topic extends keyof Topics>(topic: Topic, handler: (message: Topics[Topic]) => void): () => void;
  isReady(): boolean;
  close(): Promise<void>;
}
