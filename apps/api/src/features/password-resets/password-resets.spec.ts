import { LIMITS } from '@drover/contract';
import supertest from 'supertest';
import { hashPassword } from '../../auth/passwords';
import { eventually } from '../../testing/eventually';
import {
  answerOf,
  conflict,
  done,
  invalidAt,
  missingRole,
  refusal,
  unauthorized,
} from '../../testing/errors';
import { createMember, type TestMember } from '../../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestSmtp } from '../../testing/test-smtp';

let smtp: TestSmtp;
let server: TestServer;
let owner: TestAccount;
let person: TestMember;

const [former, password] = ['correct horse', 'battery staple'];

beforeAll(async () => {
  smtp = await TestSmtp.open();
  server = await startTestServer(smtp.settings);
});
beforeEach(async () => {
  owner = await server.createAccount();
  person = await createMember(server, owner, 'operator');
  await server.context.prisma.person.update({
    where: { id: person.personId },
    data: { passwordHash: await hashPassword(former) },
  });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const ask = (email: string, as = server) =>
  answerOf(as.request().post('/v1/password-resets').set('Accept-Language', 'zh').send({ email }));
const complete = (token: string, chosen = password) =>
  answerOf(server.request().post('/v1/password-resets/complete').send({ token, password: chosen }));
const signIn = (chosen: string) =>
  answerOf(server.request().post('/v1/sessions').send({ email: person.email, password: chosen }));

/** Waits for the link in the email with a number, and returns its token. */
async function tokenOf(count = 1): Promise<string> {
  const mails = await smtp.mailsTo(person.email, count);
  const link = /\/reset-password#(hmr_[0-9a-f]{64})/.exec(mails[count - 1].text);
  return link?.[1] ?? '';
}

describe('POST /v1/password-resets', () => {
  it('sends a link, which sets a new password once and ends the sessions', async () => {
    expect(await ask(person.email.toUpperCase())).toEqual(done);
    const token = await tokenOf();
    const [mail] = smtp.mails.filter(({ to }) => to === person.email);
    expect(mail.text).toContain(`${server.url}/reset-password#`);
    // The language of the request, because nothing else is known of the person.
    expect(mail.text).toContain('设置新密码');
    const stored = await server.context.prisma.passwordReset.findMany({
      where: { personId: person.personId },
    });
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);

    expect(await complete(token, 'short')).toEqual(invalidAt('password'));
    const answers = await Promise.all([complete(token), complete(token), complete(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await complete(token)).toEqual(refusal('invalidPasswordReset'));
    const session = supertest(server.url).get('/v1/account').set('Cookie', person.cookie);
    expect(await answerOf(session)).toEqual(unauthorized);
    expect(await signIn(former)).toEqual(refusal('invalidLogin'));
    expect(await signIn(password)).toMatchObject({ status: 201 });
    await eventually(async () => {
      const [, notice] = await smtp.mailsTo(person.email, 2);
      expect(notice.text).toContain('was changed');
    });
    const { body } = await owner.as.get('/v1/audit?action=account.reset-password').expect(200);
    expect(body.items).toMatchObject([{ personId: person.personId }]);
  });

  it('answers alike and does the same work for unknown addresses, and sends them nothing', async () => {
    const statements = async (email: string) => {
      const spies = [
        jest.spyOn(server.context.prisma.mail, 'create'),
        jest.spyOn(server.context.prisma.person, 'findUnique'),
      ];
      const answer = await server.request().post('/v1/password-resets').send({ email });
      const calls = spies.map(({ mock }) => mock.calls.length);
      for (const spy of spies) spy.mockRestore();
      const { date: _date, 'x-request-id': _id, ...headers } = answer.headers as Record<string, string>;
      return { status: answer.status, body: answer.body as unknown, headers, calls: calls[0] };
    };
    const unknown = `nobody-${person.email}`;
    expect(await statements(unknown)).toEqual(await statements(person.email));
    await tokenOf();
    await eventually(async () =>
      expect(await server.context.prisma.mail.count({ where: { recipient: unknown } })).toBe(0),
    );
    expect(smtp.mails.filter(({ to }) => to === unknown)).toEqual([]);
  });

  it('sends nothing to people without a password, who sign in otherwise', async () => {
    await server.context.prisma.person.update({
      where: { id: person.personId },
      data: { passwordHash: null },
    });
    expect(await ask(person.email)).toEqual(done);
    await eventually(async () =>
      expect(await server.context.prisma.mail.count({ where: { recipient: person.email } })).toBe(0),
    );
    expect(await server.context.prisma.passwordReset.count({ where: { personId: person.personId } })).toBe(0);
  });

  it('sends a link to people with a passkey alone', async () => {
    const { personId } = person;
    await server.context.prisma.person.update({ where: { id: personId }, data: { passwordHash: null } });
    await server.context.prisma.passkey.create({
      data: {
        ...{ id: personId, personId, name: 'Laptop', credentialId: personId, publicKey: Buffer.from('') },
        ...{ counter: 0n, transports: [] },
      },
    });
    expect(await ask(person.email)).toEqual(done);
    expect(await tokenOf()).toMatch(/^hmr_/);
  });

  it('sends a bounded number of links, of which one that is used ends all', async () => {
    for (let count = 1; count <= LIMITS.passwordResets; count++) {
      expect(await ask(person.email)).toEqual(done);
      await tokenOf(count);
    }
    const [first, last] = [await tokenOf(1), await tokenOf(LIMITS.passwordResets)];
    expect(await ask(person.email)).toEqual(done);
    const waiting = { recipient: person.email, state: 'pending' as const };
    await eventually(async () => expect(await server.context.prisma.mail.count({ where: waiting })).toBe(0));
    expect(smtp.mails.filter(({ to }) => to === person.email)).toHaveLength(LIMITS.passwordResets);
    expect(await complete(last)).toEqual(done);
    expect(await complete(first)).toEqual(refusal('invalidPasswordReset'));
  });

  it('limits the requests of an address', async () => {
    const limited = await startTestServer({ ...smtp.settings, RATE_LIMIT: '6000' });
    try {
      for (let count = 0; count < LIMITS.signInAttempts; count++) {
        expect(await ask(`unknown${count}@example.org`, limited)).toEqual(done);
      }
      expect(await ask('unknown@example.org', limited)).toEqual(refusal('tooManyRequests'));
    } finally {
      await server.context.prisma.signInAttempts.deleteMany();
      await limited.close();
    }
  });

  it('says that a server without SMTP cannot send email', async () => {
    const silent = await startTestServer();
    try {
      expect(await ask(person.email, silent)).toEqual(refusal('mailUnavailable'));
      expect(await ask('nobody@example.org', silent)).toEqual(refusal('mailUnavailable'));
      expect((await silent.request().get('/v1/installation')).body).toMatchObject({ canSendMail: false });
      expect((await server.request().get('/v1/installation')).body).toMatchObject({ canSendMail: true });
    } finally {
      await silent.close();
    }
  });
});

describe('POST /v1/members/:memberId/password-reset', () => {
  const create = (as: { as: TestAccount['as'] }, memberId: string) =>
    answerOf(as.as.post(`/v1/members/${memberId}/password-reset`));

  it('returns a link that works within its time', async () => {
    const admin = await createMember(server, owner, 'admin');
    const { status, body } = await create(admin, person.memberId);
    const { token, expiresAt } = body as { token: string; expiresAt: string };
    expect(status).toBe(201);
    const seconds = (Date.parse(expiresAt) - Date.now()) / 1000;
    expect(seconds).toBeLessThanOrEqual(LIMITS.passwordResetSeconds);
    expect(seconds).toBeGreaterThan(LIMITS.passwordResetSeconds - 60);
    const change = (at: Date) =>
      server.context.prisma.passwordReset.updateMany({
        where: { personId: person.personId },
        data: { expiresAt: at },
      });
    await change(new Date());
    expect(await complete(token)).toEqual(refusal('invalidPasswordReset'));
    await change(new Date(expiresAt));
    expect(await complete(token)).toEqual(done);
    expect(await signIn(password)).toMatchObject({ status: 201 });
  });

  it('gives no access above the role of the caller, nor to other workspaces', async () => {
    const admin = await createMember(server, owner, 'admin');
    const other = await createMember(server, owner, 'owner');
    expect(await create(admin, other.memberId)).toEqual(missingRole);
    expect(await create(person, admin.memberId)).toEqual(missingRole);
    const elsewhere = await server.createAccount();
    const data = {
      id: person.memberId.replace(/^./, 'f'),
      accountId: elsewhere.accountId,
      personId: person.personId,
    };
    await server.context.prisma.member.create({ data: { ...data, role: 'viewer' } });
    expect(await create(admin, person.memberId)).toEqual(conflict);
  });
});
