import type { MailTexts } from './text-types';

const roles = { viewer: 'viewer', operator: 'operator', editor: 'editor', admin: 'admin', owner: 'owner' };

const time = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const ifNotYou = (url: string) =>
  `If this was not you, set a new password and end all other sessions under "Settings", "Account":\n\n${url}/settings/account`;

export const en: MailTexts = {
  invitation: ({ inviter, workspace, role, link, expiresAt }) => ({
    subject: `Invitation to ${workspace}`,
    text: `Hello,

${inviter ? `${inviter} invites you` : 'you are invited'} to the workspace ${workspace} in Drover, as ${roles[role]}.

Open this link to join:

${link}

It works once, until ${time(expiresAt)}. If you do not expect this invitation, ignore this email.
`,
  }),
  passwordReset: ({ recipient, link, url }) => ({
    subject: 'Set a new password',
    text: `Hello,

somebody asked for a new password of ${recipient} on ${url}.

Open this link within an hour to set one:

${link}

It works once. If you did not ask for it, ignore this email: your password stays as it is.
`,
  }),
  passwordChanged: ({ recipient, url }) => ({
    subject: 'Your password was changed',
    text: `Hello,

the password of ${recipient} on ${url} was changed. Other sessions have ended.

If this was not you, ask for a new password at once, and tell the admins of your workspace:

${url}/forgot-password
`,
  }),
  secondFactorChanged: ({ recipient, url }) => ({
    subject: 'Your second factor was changed',
    text: `Hello,

the second factor of ${recipient} on ${url} was changed: an authenticator app or a passkey was added, replaced or removed.

${ifNotYou(url)}
`,
  }),
  newSession: ({ recipient, url, browser = '', address = '' }) => ({
    subject: 'New sign-in',
    text: `Hello,

somebody signed in as ${recipient} on ${url} with a browser that was not signed in before.

Browser: ${browser}
Address: ${address}

If this was you, there is nothing to do. ${ifNotYou(url)}
`,
  }),
};
