import { startPeriodicTask } from '../../tasks/periodic-task';
import type { AppContext } from '../../context/app-context';
import { limitFairly } from '../../tasks/limit-fairly';
import { attemptDelivery, type Attempt } from './attempt';
import { claimDue, type ClaimedDelivery } from './claim';
import { releaseDelivery, settleDelivery } from './settle';

const intervalMs = 1_000;

/** Maximum number of results that are recorded concurrently. The rest of the connection pool is for requests. */
const maxRecording = 4;

/** Sends deliveries when they are due. Returns the function that stops it and releases unfinished deliveries. */
export function startWebhooks(context: AppContext): () => Promise<void> {
  const { log } = context;
  const closing = new AbortController();
  const recordFairly = limitFairly(maxRecording);
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
    const delivery = attemptDelivery(context, claimed, closing.signal)
      .then((attempt) => recordFairly(claimed.accountId, () => record(claimed, attempt)))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'failed to record a webhook delivery; it will be sent again'),
      )
      .finally(() => {
        inProgress.delete(claimed);
        task.runNow();
      });
    inProgress.set(claimed, delivery);
  }

  function record(claimed: ClaimedDelivery, attempt: Attempt): Promise<void> {
    const isAborted = closing.signal.aborted && attempt.answer === null;
    return isAborted ? releaseDelivery(context, claimed) : settleDelivery(context, claimed, attempt);
  }

  return async () => {
    closing.abort();
    await task.end();
    await Promise.all(inProgress.values());
  };
}
