import { LIMITS } from '@drover/contract';
import { firstIdAt } from '../database/ids';
import type { Service } from '../service';
import { attemptDelivery } from './attempt';
import { claimDue, type Claimed } from './claim';
import { returnDelivery, settleDelivery } from './settle';

const lookMs = 1_000;
const cleanMs = 3_600_000;

/** What one statement removes: little enough to let others in between. */
const sliceRows = 500;

/** Makes deliveries as they come due. Gives what ends it; what is under way then is given back. */
export function startWebhooks(service: Service): () => Promise<void> {
  const { log } = service;
  const closing = new AbortController();
  const sending = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let isMore = false;

  const begin = (claimed: Claimed) => {
    sending.set(claimed.webhookId, (sending.get(claimed.webhookId) ?? 0) + 1);
    const work = deliver(service, claimed, closing.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'a webhook delivery not settled; it is repeated'))
      .finally(() => {
        const left = (sending.get(claimed.webhookId) ?? 1) - 1;
        if (left > 0) sending.set(claimed.webhookId, left);
        else sending.delete(claimed.webhookId);
        underWay.delete(work);
        look();
      });
    underWay.add(work);
  };

  async function take(): Promise<void> {
    do {
      isMore = false;
      for (const claimed of await claimDue(service, sending)) begin(claimed);
    } while (isMore && !closing.signal.aborted);
  }

  /** Looks for what is due; where that is being done already, once more. */
  function look(): void {
    isMore = true;
    if (closing.signal.aborted) return;
    looking ??= take()
      .catch((error: unknown) => log.warn({ err: error }, 'webhook deliveries not looked for'))
      .finally(() => (looking = undefined));
  }

  const timer = setInterval(look, lookMs);
  const cleaner = setInterval(() => {
    removeOldDeliveries(service).catch((error: unknown) =>
      log.warn({ err: error }, 'old webhook deliveries not removed; the next hour goes on'),
    );
  }, cleanMs);
  return async () => {
    clearInterval(timer);
    clearInterval(cleaner);
    closing.abort();
    await looking;
    await Promise.all(underWay);
  };
}

async function deliver(service: Service, claimed: Claimed, closing: AbortSignal): Promise<void> {
  const attempt = await attemptDelivery(service, claimed, closing);
  const isCutOff = closing.aborted && attempt.answer === null;
  await (isCutOff ? returnDelivery(service, claimed) : settleDelivery(service, claimed, attempt));
}

/** Removes what is older than the log reaches. Gives how many rows went. */
export async function removeOldDeliveries({ pool }: Service): Promise<number> {
  const before = firstIdAt(new Date(Date.now() - LIMITS.webhookDeliverySeconds * 1000));
  let removed = 0;
  for (let slice = sliceRows; slice === sliceRows; removed += slice) {
    const { rowCount } = await pool.query(
      `DELETE FROM "WebhookDelivery" WHERE id IN (
         SELECT id FROM "WebhookDelivery" WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
       )`,
      [before, sliceRows],
    );
    slice = rowCount ?? 0;
  }
  return removed;
}
