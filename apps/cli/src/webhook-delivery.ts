import type { Drover, WebhookDelivery } from '@drover/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failures';
import { printJson } from './json';
import { say } from './terminal';

/** A request may take 15 s, and waits its turn before. */
const patienceMs = 30_000;
const pauseMs = 300;

interface Followed {
  webhookId: string;
  deliveryId: string;
  json?: boolean;
}

/** Waits for the next request of a delivery, and tells what came of it. */
export async function followDelivery(drover: Drover, followed: Followed): Promise<void> {
  const delivery = await nextAttempt(drover, followed);
  if (followed.json) printJson(delivery);
  else if (delivery.error === null)
    say(`Delivered: ${delivery.response?.status} in ${delivery.durationMs} ms.`);
  if (delivery.error !== null) throw new Failure('failed', `It did not arrive: ${delivery.error}.`);
}

async function nextAttempt(drover: Drover, { webhookId, deliveryId }: Followed): Promise<WebhookDelivery> {
  const find = async () => {
    for await (const delivery of drover.webhooks.iterateDeliveries(webhookId)) {
      if (delivery._id === deliveryId) return delivery;
    }
    throw new Failure('refused', `There is no delivery '${deliveryId}'.`);
  };
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const delivery = await find();
    const isDue = delivery.nextAttemptAt !== null && Date.parse(delivery.nextAttemptAt) <= Date.now();
    const isSettled = delivery.state !== 'pending' || (delivery.nextAttemptAt !== null && !isDue);
    if (isSettled && delivery.attemptedAt !== null) return delivery;
    if (Date.now() > deadline) throw new Failure('failed', 'It was not sent in time; see its deliveries.');
    await delay(pauseMs);
  }
}
