import { BUDGET } from '@drover/contract/budget';
import type { AppContext } from '../../context/app-context';
import type { $Enums, Prisma } from '../../database/client/client';
import { now, secondsFromNow } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';

/** How long a node may take over an email, before another one takes it over. */
const leaseSeconds = BUDGET.mailSeconds.max * 4;

/** A day: an email about something longer ago is of no use. */
const noticeSeconds = 86_400;

/** Seconds between attempts. */
const retrySeconds = [10, 60, 300, 1800, 7200, 18_000];

export interface NewMail {
  kind: $Enums.MailKind;
  recipient: string;
  language: string | null;
  /** What the text names. No secrets. */
  details?: Record<string, string>;
  invitationId?: string;
  expiresInSeconds?: number;
}

type Database = Pick<Prisma.TransactionClient, 'mail'>;

/** Queues an email. One of the servers sends it within seconds. */
export async function enqueueMail(
  database: Database,
  { expiresInSeconds = noticeSeconds, ...mail }: NewMail,
): Promise<void> {
  const expiresAt = new Date(Date.now() + expiresInSeconds * 1000);
  await database.mail.create({ data: { id: newId(), ...mail, expiresAt } });
}

/** Tells a person by email what happened to the account. Does nothing if the server sends no email. */
export async function notifyPerson(
  { prisma, settings }: Pick<AppContext, 'prisma' | 'settings'>,
  { email, language }: { email: string; language: string | null },
  notice: Pick<NewMail, 'kind' | 'details'>,
): Promise<void> {
  if (settings.SMTP_URL === undefined) return;
  await enqueueMail(prisma, { ...notice, recipient: email, language });
}

const claimMails = defineStatement(({ maxMails }: Placeholders<{ maxMails: number }>) =>
  db
    .updateTable('Mail')
    .set({ attempts: (eb) => eb('attempts', '+', 1), nextAttemptAt: secondsFromNow(leaseSeconds) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('Mail')
        .select('id')
        .where('nextAttemptAt', '<=', now)
        .orderBy('nextAttemptAt')
        .limit(maxMails)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'recipient', 'language', 'details', 'invitationId', 'attempts', 'expiresAt']),
);

/** Claims emails that are due, so that no other node sends them. */
export function claimDue({ pool }: AppContext, maxMails: number) {
  return execute(pool, claimMails({ maxMails }));
}

export type ClaimedMail = Awaited<ReturnType<typeof claimDue>>[number];

/** What an attempt ended with. `dropped` emails have nobody to go to. */
export type Outcome =
  { state: 'sent' | 'dropped' } | { state: 'failed'; error: string; isPermanent: boolean };

/** Records an attempt, unless another node has claimed the email meanwhile. */
export async function settleMail(
  { pool }: AppContext,
  { id, attempts, expiresAt }: ClaimedMail,
  outcome: Outcome,
): Promise<void> {
  if (outcome.state === 'dropped') {
    await execute(pool, db.deleteFrom('Mail').where('id', '=', id).where('attempts', '=', attempts));
    return;
  }
  const update = db.updateTable('Mail').where('id', '=', id).where('attempts', '=', attempts);
  if (outcome.state !== 'failed') {
    await execute(pool, update.set({ state: 'sent', sentAt: now, error: null, nextAttemptAt: null }));
    return;
  }
  const seconds = outcome.isPermanent ? undefined : retrySeconds[attempts - 1];
  const isLast = seconds === undefined || Date.now() + seconds * 1000 >= expiresAt.getTime();
  await execute(
    pool,
    update.set({
      state: isLast ? 'failed' : 'pending',
      error: outcome.error,
      nextAttemptAt: isLast ? null : secondsFromNow(seconds),
    }),
  );
}
