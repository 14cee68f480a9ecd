import { closeSync, fdatasync, openSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { syncContent } from '../../files/sync-files';

/** Segments of 16 MB between checkpoints. They bound the time of a recovery and the size of the log. */
const segmentsPerCheckpoint = 4;

/**
 * Knows how much of PostgreSQL's write-ahead log is on the disk. PostgreSQL syncs the log at every commit; this class does
 * it later and once for many commits, without stopping the statements of other connections. So the response to a commit
 * must wait for `untilDurable`.
 */
export class WriteAheadLog {
  private segment = '';
  private writes = 0;
  private durableWrites = 0;
  private finishedSegments = 0;
  private running: Promise<void> | undefined;

  /** Notes that PostgreSQL has written to a segment and wants it to be durable. */
  markWritten(segment: string): void {
    if (segment !== this.segment) {
      this.syncNow();
      this.segment = segment;
      this.finishedSegments += 1;
    }
    this.writes += 1;
  }

  /** Makes the log durable before a change that must not reach the disk earlier than the log does. */
  syncNow(): void {
    if (this.durableWrites === this.writes) return;
    syncContent(this.segment);
    this.durableWrites = this.writes;
  }

  /** Resolves when everything that has been written to the log so far is on the disk. */
  async untilDurable(): Promise<void> {
    const { writes } = this;
    while (this.durableWrites < writes) {
      this.running ??= this.sync().finally(() => (this.running = undefined));
      await this.running;
    }
  }

  get isCheckpointDue(): boolean {
    return this.finishedSegments > segmentsPerCheckpoint;
  }

  markCheckpoint(): void {
    this.finishedSegments = 0;
  }

  private async sync(): Promise<void> {
    // Lets the statements that have already arrived run first, so that one sync serves them all.
    await setImmediate();
    const { writes } = this;
    if (this.durableWrites === writes) return;
    // PostgreSQL may close its own file during the sync. A checkpoint renames only older segments.
    const file = openSync(this.segment, 'r+');
    try {
      await promisify(fdatasync)(file);
    } finally {
      closeSync(file);
    }
    this.durableWrites = Math.max(this.durableWrites, writes);
  }
}
