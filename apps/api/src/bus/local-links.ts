/** A run that was marked as sent when it was inserted, and the link that it is to be sent on. */
export interface MarkedRun {
  id: string;
  jobId: string;
  /** The variant of the job, or null for the job itself. */
  variant: number | null;
  deviceId: string;
  robotName: string;
  linkId: string;
}

/** What inserting runs needs from the links of this node. */
export interface LinkRegistry {
  /** Returns the ID of the link of a device that is connected to this node and reads what it is sent. */
  findReadyLink(deviceId: string): string | undefined;
  /** Sends runs after the commit that inserted them. */
  sendRuns(runs: MarkedRun[]): void;
}

/**
 * The links of this node, for code that inserts runs: a run for a connected device without other work is marked as sent
 * when it is inserted. That saves the statement that finds and marks it, which costs about as much as the insertion.
 */
export class LocalLinks implements LinkRegistry {
  /** Set while the node accepts devices. */
  registry: LinkRegistry | undefined;

  findReadyLink(deviceId: string): string | undefined {
    return this.registry?.findReadyLink(deviceId);
  }

  sendRuns(runs: MarkedRun[]): void {
    if (runs.length > 0) this.registry?.sendRuns(runs);
  }
}
