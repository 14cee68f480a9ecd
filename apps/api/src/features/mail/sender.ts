import { BUDGET } from '@drover/contract/budget';
import type { AppContext } from '../../context/app-context';
import { startPeriodicTask } from '../../tasks/periodic-task';
import { composeMail } from './compose';
import { createMailer, type Mailer } from './mailer';
import { claimDue, settleMail, type ClaimedMail, type Outcome } from './queue';

const intervalMs = 1_000;
const maxSending = BUDGET.mailsSending.max;

/** Sends queued emails. Returns the function that stops it after those in progress. */
export function startMail(context: AppContext): () => Promise<void> {
  const mailer = createMailer(context.settings);
  if (!mailer) return () => Promise.resolve();
  const inProgress = new Set<Promise<void>>();
  const task = startPeriodicTask(sendDue, {
    everyMs: intervalMs,
    log: context.log,
    failure: 'failed to claim emails; retrying in a second',
  });

  async function sendDue(): Promise<void> {
    const free = maxSending - inProgress.size;
    if (free === 0) return;
    for (const claimed of await claimDue(context, free)) start(claimed);
  }

  function start(claimed: ClaimedMail): void {
    const sending = sendMail(context, mailer as Mailer, claimed)
      .catch((error: unknown) => context.log.warn({ err: error }, 'failed to send an email; retrying later'))
      .finally(() => {
        inProgress.delete(sending);
        task.runNow();
      });
    inProgress.add(sending);
  }

  return async () => {
    await task.end();
    await Promise.all(inProgress);
  };
}

async function sendMail(context: AppContext, mailer: Mailer, claimed: ClaimedMail): Promise<void> {
  const outcome = await attempt(context, mailer, claimed);
  if (outcome.state === 'failed') {
    const details = { kind: claimed.kind, mailId: claimed.id, reason: outcome.error };
    context.log.warn(details, 'an email could not be sent');
  }
  await settleMail(context, claimed, outcome);
}

async function attempt(context: AppContext, mailer: Mailer, claimed: ClaimedMail): Promise<Outcome> {
  const { id, recipient, expiresAt } = claimed;
  if (expiresAt <= new Date()) {
    return { state: 'failed', error: 'The email could not be sent in time.', isPermanent: true };
  }
  const content = await composeMail(context, claimed);
  if (!content) return { state: 'dropped' };
  const result = await mailer.send({ id, recipient, ...content });
  return result.isSent ? { state: 'sent' } : { state: 'failed', ...result };
}
