/** Bounds of the e-mails that the server sends, as part of the budget. */
export const MAIL_BOUNDS = {
  mailsSending: {
    way: 'mail',
    resource: 'concurrency',
    max: 4,
    unit: 'e-mails per node',
    text: 'E-mails that are being sent',
    atBound: 'further e-mails wait',
  },
  mailSeconds: {
    way: 'mail',
    resource: 'time',
    max: 30,
    unit: 'seconds per e-mail',
    text: 'Time in which the SMTP server accepts an e-mail',
    atBound: 'the attempt fails and is retried',
  },
} as const;
