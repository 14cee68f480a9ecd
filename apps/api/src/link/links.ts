import { isDatabaseUnavailable } from '../database/availability';
import { createBatch } from '../database/batch';
import type { AppContext } from '../context/app-context';
import { deliver, type Work } from './delivery';
import { replaceLink, type Link } from '../device-socket/link';
import { reconcileLinks } from './reconcile-links';
import { batchOfDevices } from './report-weight';

/** How often a node checks for waiting work whose wake-up message was lost. */
const sweepMs = 15_000;

/** The weight of a run that is already marked as sent, relative to a device whose work has to be read first. */
const markedRunWeight = 0.05;

/** The device links of this node. Delivers waiting work to them, and reconciles them with the database. */
export class Links {
  private readonly links = new Map<string, Link>();

  constructor(private readonly context: AppContext) {}

  add(link: Link): void {
    const { bus, metrics } = this.context;
    const older = this.links.get(link.deviceId);
    if (older) replaceLink(older);
    this.links.set(link.deviceId, link);
    metrics.connectedDevices.set(this.links.size);
    bus.publish('linked', { deviceId: link.deviceId, linkId: link.linkId });
    this.wake(link.deviceId);
  }

  remove(link: Link): void {
    if (this.links.get(link.deviceId) === link) this.links.delete(link.deviceId);
    this.context.metrics.connectedDevices.set(this.links.size);
  }

  /** Reconciles all links and delivers waiting work, in case messages of other nodes were lost. */
  readonly review = (): void => {
    [...this.links.values()].forEach(this.reviewOne);
    [...this.links.keys()].forEach(this.wake);
  };

  /** Starts pings, periodic reviews, and subscriptions to messages of other nodes. Returns a function that ends them. */
  start(heartbeatMs: number): () => void {
    const { bus, localLinks } = this.context;
    localLinks.registry = {
      findReadyLink: (deviceId) => {
        const link = this.links.get(deviceId);
        return link && !link.isCongested() ? link.linkId : undefined;
      },
      sendRuns: (runs) => runs.forEach((run) => this.deliver({ deviceId: run.deviceId, run })),
    };
    const subscriptions = [
      bus.subscribe('wake', ({ deviceIds }) =>
        deviceIds.filter((id) => this.links.has(id)).forEach(this.wake),
      ),
      bus.subscribe('removed', ({ deviceIds }) => this.linksOf(deviceIds).forEach(this.reviewOne)),
      bus.subscribe('linked', ({ deviceId, linkId }) => {
        const link = this.links.get(deviceId);
        // If two links opened at once, the database decides which is newer.
        if (link && link.linkId !== linkId) this.reviewOne(link);
      }),
      bus.subscribe('gap', this.review),
    ];
    const heartbeat = setInterval(() => {
      for (const link of this.links.values()) link.ping();
    }, heartbeatMs);
    const sweep = setInterval(this.review, sweepMs);
    return () => {
      localLinks.registry = undefined;
      clearInterval(heartbeat);
      clearInterval(sweep);
      subscriptions.forEach((unsubscribe) => unsubscribe());
    };
  }

  private readonly wake = (deviceId: string): void => this.deliver({ deviceId });

  /** One queue for all work, so that a run is sent before the request to stop it. */
  private readonly deliver = this.batched(
    'delivery failed, the next review tries again',
    (work: Work[]) => deliver(this.context, this.links, work),
    ({ run }) => (run ? markedRunWeight : 1),
  );

  private readonly reviewOne = this.batched(
    'could not reconcile links, the next review tries again',
    (links: Link[]) => reconcileLinks(this.context, links),
  );

  private linksOf(deviceIds: string[]): Link[] {
    return deviceIds.flatMap((id) => this.links.get(id) ?? []);
  }

  /** Batches work that the periodic review repeats. If the database is unavailable, logs it once per batch. */
  private batched<Entry>(
    failure: string,
    work: (entries: Entry[]) => Promise<void>,
    weigh?: (entry: Entry) => number,
  ) {
    const warn = (error: unknown) => this.context.log.warn({ err: error }, failure);
    const batch = createBatch(
      async (entries: Entry[]) => {
        await work([...new Set(entries)]).catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error;
          warn(error);
        });
        return [];
      },
      { ...batchOfDevices(() => this.context.foreground), weigh },
    );
    return (entry: Entry): void => void batch(entry).catch(warn);
  }
}
