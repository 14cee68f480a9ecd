import type { Drover, WebhookDelivery } from '@drover/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../errors/cli-error';
import { printJson } from '../output/json';
import { printLine } from '../output/terminal';

/** A delivery may take 15 s, after it has waited in the queue. */
const attemptTimeoutMs = 30_000;
const pollIntervalMs = 300;

interface DeliveryTarget {
  webhookId: string;
  deliveryId: string;
  json?: boolean;
}

/** Waits for the next attempt of a delivery, and prints its result. */
export async function reportDelivery(drover: Drover, target: DeliveryTarget): Promise<void> {
  const delivery = await waitForAttempt(drover, target);
  if (target.json) printJson(delivery);
  else if (delivery.error === null)
    printLine(`Delivered: ${delivery.response?.status} in ${delivery.durationMs} ms.`);
  if (delivery.error !== null) throw new CliError('failed', `Delivery failed: ${delivery.error}.`);
}

async function waitForAttempt(
  drover: Drover,
  { webhookId, deliveryId }: DeliveryTarget,
): Promise<WebhookDelivery> {
  const find = async () => {
    for await (const delivery of drover.webhooks.iterateDeliveries(webhookId)) {
      if (delivery._id === deliveryId) return delivery;
    }
    throw new CliError('rejected', `There is no delivery '${deliveryId}'.`);
  };
  const deadline = Date.now() + attemptTimeoutMs;
  for (;;) {
    const delivery = await find();
    const isDue = delivery.nextAttemptAt !== null && Date.parse(delivery.nextAttemptAt) <= Date.now();
    const isSettled = delivery.state !== 'pending' || (delivery.nextAttemptAt !== null && !isDue);
    if (isSettled && delivery.attemptedAt !== null) return delivery;
    if (Date.now() > deadline)
      throw new CliError(
        'failed',
        'The delivery was not sent in time. Check it later: drover webhooks deliveries',
      );
    await delay(pollIntervalMs);
  }
}
