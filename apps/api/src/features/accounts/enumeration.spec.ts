import * as argon2 from '@node-rs/argon2';
import { Client } from 'pg';
import { hashPassword } from '../../auth/passwords';
import { refusal } from '../../testing/errors';
import { createMember } from '../../testing/test-members';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { TestSmtp } from '../../testing/test-smtp';

jest.mock('@node-rs/argon2', () => {
  const actual = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...actual, verify: jest.fn(actual.verify), hash: jest.fn(actual.hash) };
});

let smtp: TestSmtp;
let server: TestServer;
let known: string;

beforeAll(async () => {
  smtp = await TestSmtp.open();
  server = await startTestServer({ ...smtp.settings, RATE_LIMIT: '6000' });
  const { personId, email } = await createMember(server, await server.createAccount(), 'operator');
  const passwordHash = await hashPassword('correct horse');
  await server.context.prisma.person.update({ where: { id: personId }, data: { passwordHash } });
  known = email;
});
afterAll(async () => {
  await server.context.prisma.signInAttempts.deleteMany();
  await server.close();
  await smtp.close();
});

/** What a request does that takes time: the texts of its statements, and the passwords that it hashes. */
async function workOf(path: string, body: object) {
  const query = jest.spyOn(Client.prototype, 'query');
  const hashes = [argon2.verify, argon2.hash].map((each) => each as unknown as jest.Mock);
  hashes.forEach((each) => each.mockClear());
  const { status, body: answer, headers } = await server.request().post(path).send(body);
  const texts = query.mock.calls.map(([text]) =>
    typeof text === 'string' ? text : (text as { text: string }).text,
  );
  query.mockRestore();
  return {
    ...{ status, answer: answer as unknown, names: Object.keys(headers).sort() },
    statements: withoutTasks(texts),
    hashes: hashes.map(({ mock }) => mock.calls.length),
  };
}

const isInsert = (text: string) => /INSERT INTO .*"Mail"/.test(text);

/** Leaves out the statements of background tasks. They process an e-mail after it was inserted, the last step. */
function withoutTasks(texts: string[]): string[] {
  const inserted = texts.findIndex(isInsert);
  const own = inserted === -1 ? texts : texts.slice(0, inserted + 1);
  return own.filter((text) => isInsert(text) || /"(Person|SignInAttempts|PasswordReset)"/.test(text));
}

it('signs nobody in with the same answer, statements and hashes for known and unknown addresses', async () => {
  const attempt = (email: string) => workOf('/v1/sessions', { email, password: 'wrong password' });
  const [one, other] = [await attempt(known), await attempt(`nobody-${known}`)];
  const { status, body } = refusal('invalidLogin');
  expect(one).toMatchObject({ status, answer: body, hashes: [1, 0] });
  expect(one.statements.length).toBeGreaterThanOrEqual(2);
  expect({ ...other, answer: null }).toEqual({ ...one, answer: null });
  expect(other.answer).toEqual(body);
});

it('accepts requests for a new password with the same statements, which look up nobody', async () => {
  const ask = (email: string) => workOf('/v1/password-resets', { email });
  const one = await ask(known);
  await smtp.mailsTo(known);
  const other = await ask(`nobody-${known}`);
  expect(one).toMatchObject({ status: 204, hashes: [0, 0] });
  expect(one.statements.some(isInsert)).toBe(true);
  expect(other).toEqual(one);
});
