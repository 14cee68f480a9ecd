import { BUDGET } from '@drover/contract/budget';
import { eventually } from '../../testing/eventually';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { TestSmtp } from '../../testing/test-smtp';
import { createMailer } from './mailer';
import { claimDue, enqueueMail, settleMail } from './queue';

let smtp: TestSmtp;
let server: TestServer;

beforeAll(async () => {
  smtp = await TestSmtp.open();
  server = await startTestServer(smtp.settings);
});
afterEach(() => {
  smtp.answer = () => undefined;
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const enqueue = (recipient: string, language: string | null = 'en') =>
  enqueueMail(server.context.prisma, { kind: 'passwordChanged', recipient, language });
const findMail = (recipient: string) => server.context.prisma.mail.findFirstOrThrow({ where: { recipient } });
const isDue = { nextAttemptAt: new Date() };

it('sends by STARTTLS and login, in the language of the recipient', async () => {
  await enqueue('ada@example.org');
  await enqueue('xiaowang@example.org', 'zh');
  const [english] = await smtp.mailsTo('ada@example.org');
  expect(english.headers).toMatch(/^From: Drover <drover@example\.org>/m);
  expect(english.headers).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(english.text).toContain(`the password of ada@example.org on ${server.url} was changed.`);
  const [chinese] = await smtp.mailsTo('xiaowang@example.org');
  expect(chinese.text).toContain('的密码已修改');
  await eventually(async () => expect(await findMail('ada@example.org')).toMatchObject({ state: 'sent' }));
});

it('sends each email once from two servers', async () => {
  const second = await startTestServer(smtp.settings);
  try {
    const recipients = Array.from({ length: 30 }, (_, index) => `person${index}@example.org`);
    await Promise.all(recipients.map((recipient) => enqueue(recipient)));
    for (const recipient of recipients) await smtp.mailsTo(recipient);
    await eventually(async () => {
      const where = { recipient: { in: recipients }, state: 'sent' as const };
      expect(await server.context.prisma.mail.count({ where })).toBe(30);
    });
    const sent = smtp.mails.filter(({ to }) => recipients.includes(to)).map(({ to }) => to);
    expect(sent.sort()).toEqual(recipients.sort());
  } finally {
    await second.close();
  }
});

it('retries after a temporary refusal, and not after a permanent one', async () => {
  smtp.answer = (to) =>
    to.startsWith('busy') ? { code: 451, message: 'Try later' } : { code: 550, message: 'No such user' };
  await enqueue('busy@example.org');
  await enqueue('nobody@example.org');
  await eventually(async () => {
    expect(await findMail('nobody@example.org')).toMatchObject({
      ...{
        state: 'failed',
        attempts: 1,
        nextAttemptAt: null,
        error: expect.stringContaining('No such user'),
      },
    });
    expect(await findMail('busy@example.org')).toMatchObject({
      ...{ state: 'pending', attempts: 1, error: expect.stringContaining('Try later') },
    });
  });
  smtp.answer = () => undefined;
  await server.context.prisma.mail.updateMany({ where: { recipient: 'busy@example.org' }, data: isDue });
  await smtp.mailsTo('busy@example.org');
  await eventually(async () =>
    expect(await findMail('busy@example.org')).toMatchObject({ state: 'sent', attempts: 2, error: null }),
  );
});

it('gives up when the time of an email is over', async () => {
  const recipient = 'late@example.org';
  await enqueueMail(server.context.prisma, {
    ...{ kind: 'passwordChanged', recipient, language: null, expiresInSeconds: 0 },
  });
  await eventually(async () =>
    expect(await findMail(recipient)).toMatchObject({
      state: 'failed',
      error: 'The email could not be sent in time.',
    }),
  );
  expect(smtp.mails.filter(({ to }) => to === recipient)).toEqual([]);
});

it('sends a bounded number at the same time', async () => {
  let release = () => {};
  smtp.hold = new Promise((resolve) => (release = resolve));
  const recipients = Array.from(
    { length: BUDGET.mailsSending.max + 1 },
    (_, index) => `held${index}@example.org`,
  );
  await Promise.all(recipients.map((recipient) => enqueue(recipient)));
  const where = { recipient: { in: recipients }, attempts: 1 };
  await eventually(async () =>
    expect(await server.context.prisma.mail.count({ where })).toBe(BUDGET.mailsSending.max),
  );
  release();
  for (const recipient of recipients) await smtp.mailsTo(recipient);
});

it('takes over an email that a stopped server has claimed, and ignores what that one reports', async () => {
  const other = await startTestServer();
  const { prisma } = other.context;
  const recipient = 'taken@example.org';
  await server.close();
  try {
    await enqueueMail(prisma, { kind: 'passwordChanged', recipient, language: null });
    const [claimed] = await claimDue(other.context, BUDGET.mailsSending.max);
    expect(claimed).toMatchObject({ recipient, attempts: 1 });
    expect(await claimDue(other.context, BUDGET.mailsSending.max)).toEqual([]);
    await prisma.mail.updateMany({ where: { recipient }, data: isDue });
    server = await startTestServer(smtp.settings);
    await smtp.mailsTo(recipient);
    await eventually(async () => expect(await findMail(recipient)).toMatchObject({ state: 'sent' }));
    await settleMail(other.context, claimed, { state: 'failed', error: 'too late', isPermanent: true });
    expect(await findMail(recipient)).toMatchObject({ state: 'sent', error: null });
  } finally {
    await other.close();
  }
});

it('fails within its time if the SMTP server does not answer, and names wrong credentials', async () => {
  const mail = { id: 'a', recipient: 'a@example.org', subject: 'a', text: 'a' };
  const { settings } = server.context;
  const wrong = createMailer({ ...settings, SMTP_URL: smtp.urlFor('wrong') });
  expect(await wrong?.send(mail)).toMatchObject({
    ...{ isSent: false, isPermanent: false, error: expect.stringContaining('Wrong user or password') },
  });
  smtp.hold = new Promise(() => {});
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    const held = createMailer(settings)?.send(mail);
    await jest.advanceTimersByTimeAsync(BUDGET.mailSeconds.max * 1000);
    expect(await held).toEqual({
      ...{ isSent: false, isPermanent: false },
      error: expect.stringMatching(/did not answer|[Tt]imeout/),
    });
  } finally {
    jest.useRealTimers();
    smtp.hold = Promise.resolve();
  }
});
