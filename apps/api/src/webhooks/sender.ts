import { lookAgain } from '../look-again';
import type { Service } from '../service';
import { attemptDelivery } from './attempt';
import { claimDue, type Claimed } from './claim';
import { returnDelivery, settleDelivery } from './settle';

const lookMs = 1_000;

/** Makes deliveries as they come due. Gives what ends it; what is under way then is given back. */
export function startWebhooks(service: Service): () => Promise<void> {
  const { log } = service;
  const closing = new AbortController();
  const sending = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const looking = lookAgain(take, { everyMs: lookMs, log, failure: 'webhook deliveries not looked for' });

  async function take(): Promise<void> {
    for (const claimed of await claimDue(service, sending)) begin(claimed);
  }

  function begin(claimed: Claimed): void {
    sending.set(claimed.webhookId, (sending.get(claimed.webhookId) ?? 0) + 1);
    const work = deliver(service, claimed, closing.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'a webhook delivery not settled; it is repeated'))
      .finally(() => {
        const left = (sending.get(claimed.webhookId) ?? 1) - 1;
        if (left > 0) sending.set(claimed.webhookId, left);
        else sending.delete(claimed.webhookId);
        underWay.delete(work);
        looking.lookNow();
      });
    underWay.add(work);
  }

  return async () => {
    closing.abort();
    await looking.end();
    await Promise.all(underWay);
  };
}

async function deliver(service: Service, claimed: Claimed, closing: AbortSignal): Promise<void> {
  const attempt = await attemptDelivery(service, claimed, closing);
  const isCutOff = closing.aborted && attempt.answer === null;
  await (isCutOff ? returnDelivery(service, claimed) : settleDelivery(service, claimed, attempt));
}
