import type { Facts, Progress } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import type { LinkedDevice, LinkHost } from './link';

/** Records frames of a device that are not durable, as far as the limits of their rates allow. Ignores the others. */
export class StatusFrames {
  private factsAt = -Infinity;
  private progressCount = 0;
  private progressSince = -Infinity;

  constructor(private readonly host: Pick<LinkHost, 'recordFacts' | 'recordProgress'>) {}

  record(frame: Facts | Progress, { id: deviceId, accountId }: Pick<LinkedDevice, 'id' | 'accountId'>): void {
    if (frame.type === 'facts') return this.recordFacts(deviceId, frame);
    if (!this.mayRecordProgress()) return;
    const { type: _type, ...progress } = frame;
    this.host.recordProgress({ ...progress, deviceId, accountId });
  }

  private recordFacts(deviceId: string, facts: Facts): void {
    const time = performance.now();
    if (time - this.factsAt < 60_000 / BUDGET.linkFacts.max) return;
    this.factsAt = time;
    this.host.recordFacts(deviceId, facts);
  }

  private mayRecordProgress(): boolean {
    const time = performance.now();
    if (time - this.progressSince > 1000) {
      this.progressSince = time;
      this.progressCount = 0;
    }
    this.progressCount += 1;
    return this.progressCount <= BUDGET.linkProgress.max;
  }
}
