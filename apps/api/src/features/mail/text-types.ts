import type { MailText } from './mailer';

/** What every notice names: the server, and the account that it is about. */
interface Notice {
  url: string;
  recipient: string;
}

interface Invited {
  inviter: string;
  workspace: string;
  role: 'viewer' | 'operator' | 'editor' | 'admin' | 'owner';
  link: string;
  expiresAt: Date;
}

/** The emails in one language. */
export interface MailTexts {
  invitation: (invited: Invited) => MailText;
  passwordReset: (reset: Notice & { link: string }) => MailText;
  passwordChanged: (notice: Notice) => MailText;
  secondFactorChanged: (notice: Notice) => MailText;
  newSession: (notice: Notice & { browser?: string; address?: string }) => MailText;
}
