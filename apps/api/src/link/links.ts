import { isDatabaseAway } from '../database/away';
import { createBatch } from '../database/batch';
import type { Service } from '../service';
import { deliver } from './delivery';
import { replaceLink, type Link } from './link';
import { reviewLinks } from './standing';

/** How often waiting work is looked for that no wake-up told of. */
const sweepMs = 15_000;

/** So many that the last devices of a large dispatch do not wait for what the first ones report. */
const inPassingAtOnce = { maxWeight: 10_000 };

/** The links that end on this node: given what waits for them, and kept in line with what is known elsewhere. */
export class Links {
  private readonly links = new Map<string, Link>();

  constructor(private readonly service: Service) {}

  add(link: Link): void {
    const { bus, metrics } = this.service;
    const older = this.links.get(link.deviceId);
    if (older) replaceLink(older);
    this.links.set(link.deviceId, link);
    metrics.connectedDevices.set(this.links.size);
    bus.publish('linked', { deviceId: link.deviceId, linkId: link.linkId });
    this.wake(link.deviceId);
  }

  remove(link: Link): void {
    if (this.links.get(link.deviceId) === link) this.links.delete(link.deviceId);
    this.service.metrics.connectedDevices.set(this.links.size);
  }

  /** Looks after all of them, whatever this node has heard or not. */
  readonly review = (): void => {
    [...this.links.values()].forEach(this.reviewOne);
    [...this.links.keys()].forEach(this.wake);
  };

  /** Pings the devices, sweeps, and hears what other nodes tell; returns what ends it. */
  follow(heartbeatMs: number): () => void {
    const { bus } = this.service;
    const subscriptions = [
      bus.subscribe('wake', ({ deviceIds }) =>
        deviceIds.filter((id) => this.links.has(id)).forEach(this.wake),
      ),
      bus.subscribe('removed', ({ deviceIds }) => this.among(deviceIds).forEach(this.reviewOne)),
      bus.subscribe('linked', ({ deviceId, linkId }) => {
        const link = this.links.get(deviceId);
        // Of two that came at once the database knows which is newer.
        if (link && link.linkId !== linkId) this.reviewOne(link);
      }),
      bus.subscribe('gap', this.review),
    ];
    const heartbeat = setInterval(() => {
      for (const link of this.links.values()) link.beat();
    }, heartbeatMs);
    const sweep = setInterval(this.review, sweepMs);
    return () => {
      clearInterval(heartbeat);
      clearInterval(sweep);
      subscriptions.forEach((unsubscribe) => unsubscribe());
    };
  }

  private readonly wake = this.inPassing('delivery failed; the sweep repeats it', (deviceIds: string[]) =>
    deliver(this.service, this.among(deviceIds)),
  );

  private readonly reviewOne = this.inPassing('links not reviewed; the sweep repeats it', (links: Link[]) =>
    reviewLinks(this.service, links),
  );

  private among(deviceIds: string[]): Link[] {
    return deviceIds.flatMap((id) => this.links.get(id) ?? []);
  }

  /** Does for many at once what the sweep does again: that the database is away is said once, not for each. */
  private inPassing<Entry>(failure: string, work: (entries: Entry[]) => Promise<void>) {
    const warn = (error: unknown) => this.service.log.warn({ err: error }, failure);
    const batch = createBatch(async (entries: Entry[]) => {
      await work([...new Set(entries)]).catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error;
        warn(error);
      });
      return [];
    }, inPassingAtOnce);
    return (entry: Entry): void => void batch(entry).catch(warn);
  }
}
