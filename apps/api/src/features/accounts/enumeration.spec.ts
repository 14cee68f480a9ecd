import { Client } from 'pg';
import { hashPassword } from '../../auth/passwords';
import { createMember } from '../../testing/test-members';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { TestSmtp } from '../../testing/test-smtp';

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

/** What a request answers, and the texts of its statements. */
async function workOf(path: string, body: object) {
  const query = jest.spyOn(Client.prototype, 'query');
  const { status, body: answer, headers } = await server.request().post(path).send(body);
  const texts = query.mock.calls.map(([text]) =>
    typeof text === 'string' ? text : (text as { text: string }).text,
  );
  query.mockRestore();
  return {
    ...{ status, answer: answer as unknown, names: Object.keys(headers).sort() },
    statements: withoutTasks(texts),
  };
}

const isInsert = (text: string) => /INSERT INTO .*"Mail"/.test(text);

/** Leaves out the statements of background tasks. They process an email after it was inserted, the last step. */
function withoutTasks(texts: string[]): string[] {
  const inserted = texts.findIndex(isInsert);
  const own = inserted === -1 ? texts : texts.slice(0, inserted + 1);
  return own.filter((text) => isInsert(text) || /"(Person|SignInAttempts|PasswordReset)"/.test(text));
}

it('accepts requests for a new password with the same statements, which look up nobody', async () => {
  const ask = (email: string) => workOf('/v1/password-resets', { email });
  const one = await ask(known);
  await smtp.mailsTo(known);
  const other = await ask(`nobody-${known}`);
  expect(one).toMatchObject({ status: 204 });
  expect(one.statements.some(isInsert)).toBe(true);
  expect(other).toEqual(one);
});
