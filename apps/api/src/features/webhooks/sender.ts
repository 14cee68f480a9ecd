import { startPeriodicTask } from '../../tasks/periodic-task';
import type { AppContext } from '../../context/app-context';
import { attemptDelivery } from './attempt';
import { claimDue, type ClaimedDelivery } from './claim';
import { releaseDelivery, settleDelivery } from './settle';

const intervalMs = 1_000;

/** Sends deliveries when they are due. Returns the function that stops it and releases unfinished deliveries. */
export function startWebhooks(context: AppContext): () => Promise<void> {
  const { log } = context;
  const closing = new AbortController();
  const inProgress = new Map<ClaimedDelivery, Promise<void>>();
  const task = startPeriodicTask(sendDue, {
    everyMs: intervalMs,
    log,
    failure: 'failed to claim webhook deliveries',
  });

  async function sendDue(): Promise<void> {
    for (const claimed of await claimDue(context, inProgress.keys())) send(claimed);
  }

  function send(claimed: ClaimedDelivery): void {
    const delivery = deliver(context, claimed, closing.signal)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'failed to record a webhook delivery; it will be sent again'),
      )
      .finally(() => {
        inProgress.delete(claimed);
        task.runNow();
      });
    inProgress.set(claimed, delivery);
  }

  return async () => {
    closing.abort();
    await task.end();
    await Promise.all(inProgress.values());
  };
}

async function deliver(context: AppContext, claimed: ClaimedDelivery, closing: AbortSignal): Promise<void> {
  const attempt = await attemptDelivery(context, claimed, closing);
  const isAborted = closing.aborted && attempt.answer === null;
  await (isAborted ? releaseDelivery(context, claimed) : settleDelivery(context, claimed, attempt));
}
