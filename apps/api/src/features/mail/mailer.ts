import { BUDGET } from '@drover/contract/budget';
import { createTransport } from 'nodemailer';
import type { Settings } from '../../context/settings';

const timeoutMs = BUDGET.mailSeconds.max * 1000;

/** The text of an email. */
export interface MailText {
  subject: string;
  text: string;
}

interface Envelope extends MailText {
  /** Attempts to send the same email share an ID, so that mail programs show it once. */
  id: string;
  recipient: string;
}

/** The result of an attempt. A permanent failure is not retried. */
type MailResult = { isSent: true } | { isSent: false; error: string; isPermanent: boolean };

/** Sends emails with the SMTP server of the settings. */
export interface Mailer {
  send(mail: Envelope): Promise<MailResult>;
  /** Signs in to the SMTP server. Fails if that fails. */
  verify(): Promise<void>;
}

/** Returns undefined if no SMTP server is set. */
export function createMailer({ SMTP_URL, MAIL_FROM }: Settings): Mailer | undefined {
  if (!SMTP_URL || !MAIL_FROM) return undefined;
  const transport = createTransport({
    url: SMTP_URL,
    requireTLS: requiresTls(new URL(SMTP_URL)),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const domain = /@([^<>@\s]+)>?$/.exec(MAIL_FROM)?.[1] ?? 'localhost';
  return {
    async send({ id, recipient, subject, text }) {
      const message = {
        from: MAIL_FROM,
        // An object is one address, whatever characters it contains.
        to: { name: '', address: recipient },
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        // No automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      try {
        await withTimeout(transport.sendMail(message));
        return { isSent: true };
      } catch (error) {
        return describeFailure(error);
      }
    },
    async verify() {
      await withTimeout(transport.verify());
    },
  };
}

/** A password must not be readable on the way, nor may somebody on the way remove the offer of STARTTLS. */
function requiresTls({ protocol, username, hostname }: URL): boolean {
  return (
    protocol === 'smtp:' && username !== '' && !['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname)
  );
}

async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`The SMTP server did not answer within ${BUDGET.mailSeconds.max} s.`);
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Longest reason of a failure that is stored. */
const reasonChars = 300;

function describeFailure(error: unknown): MailResult {
  const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number };
  // Only what the server says about this email is final: wrong credentials or certificates can be corrected.
  const isPermanent = ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && (responseCode ?? 550) >= 500;
  return { isSent: false, error: message.replace(/\s+/g, ' ').slice(0, reasonChars), isPermanent };
}
