import { LIMITS, type CreatedInvitation, type Invitation } from '@drover/contract';
import { eventually } from '../../testing/eventually';
import { answerOf, conflict, invalidAt, notFound, refusal } from '../../testing/errors';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestSmtp } from '../../testing/test-smtp';

let smtp: TestSmtp;
let server: TestServer;
let owner: TestAccount;
let email: string;

const password = 'correct horse';

beforeAll(async () => {
  smtp = await TestSmtp.open();
  server = await startTestServer(smtp.settings);
});
beforeEach(async () => {
  owner = await server.createAccount();
  email = `grace-${owner.email}`;
});
afterEach(() => {
  smtp.answer = () => undefined;
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const invite = async (body: object = {}) =>
  (
    await owner.as
      .post('/v1/invitations')
      .send({ role: 'operator', email, ...body })
      .expect(201)
  ).body as CreatedInvitation;
const list = async () => (await owner.as.get('/v1/invitations').expect(200)).body.items as Invitation[];
const send = (id: string, body: object = {}) =>
  answerOf(owner.as.post(`/v1/invitations/${id}/send`).set('Accept-Language', 'zh-CN').send(body));
const accept = (token: string) =>
  answerOf(server.request().post('/v1/invitations/accept').send({ token, email, password }));
const tokenIn = ({ text }: { text: string }) => /\/join#(hmi_[0-9a-f]{64})/.exec(text)?.[1] ?? '';

it('sends the link, which works instead of the one in the response', async () => {
  const { token, ...invitation } = await invite();
  expect(invitation).toMatchObject({ email, mail: { state: 'pending', error: null } });
  const [mail] = await smtp.mailsTo(email);
  expect(mail.text).toContain('to the workspace Test in Drover, as operator.');
  await eventually(async () => expect(await list()).toMatchObject([{ email, mail: { state: 'sent' } }]));
  expect(await accept(tokenIn(mail))).toMatchObject({ status: 201 });
  expect(await accept(token)).toEqual(refusal('invalidInvitation'));
});

it('shows why an email failed, and sends it again to another address', async () => {
  smtp.answer = () => ({ code: 550, message: 'No such user' });
  const { _id, token } = await invite({ email: 'wrong@example.org' });
  await eventually(async () =>
    expect(await list()).toMatchObject([
      { mail: { state: 'failed', error: expect.stringContaining('No such user') } },
    ]),
  );
  smtp.answer = () => undefined;
  expect(await send(_id, { email })).toMatchObject({
    status: 201,
    body: { email, mail: { state: 'pending' } },
  });
  const [mail] = await smtp.mailsTo(email);
  expect(mail.text).toContain('工作区 Test');
  expect(await accept(token)).toMatchObject({ status: 201 });
  expect(await accept(tokenIn(mail))).toEqual(refusal('invalidInvitation'));
});

it('refuses to send without an address, too often, and invitations of others', async () => {
  const { _id } = await invite({ email: undefined });
  expect(await send(_id)).toEqual(invalidAt('email'));
  for (let count = 0; count < LIMITS.invitationMails; count++) {
    expect(await send(_id, { email })).toMatchObject({ status: 201 });
  }
  expect(await send(_id)).toEqual(conflict);
  const other = await server.createAccount();
  expect(await answerOf(other.as.post(`/v1/invitations/${_id}/send`).send({ email }))).toEqual(notFound);
});

it('says that a server without SMTP sends nothing, and still returns the link', async () => {
  const silent = await startTestServer();
  try {
    const account = await silent.createAccount();
    const { body } = await account.as.post('/v1/invitations').send({ role: 'viewer', email }).expect(201);
    expect(body).toMatchObject({
      ...{ email, token: expect.stringMatching(/^hmi_/) },
      mail: { state: 'failed', error: 'This server cannot send email, because SMTP_URL is not set.' },
    });
  } finally {
    await silent.close();
  }
});
