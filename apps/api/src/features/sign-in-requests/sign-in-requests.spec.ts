import { LIMITS, type CreatedSignInRequest } from '@drover/contract';
import supertest from 'supertest';
import { answerOf, conflict, done, invalidAt, notFound, refusal } from '../../testing/errors';
import { createMember, type TestMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let person: TestMember;
let session: supertest.Agent;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await server.context.prisma.signInRequest.deleteMany();
  owner = await server.createAccount();
  person = await createMember(server, owner, 'operator');
  session = supertest.agent(server.url).set({ Cookie: person.cookie, Origin: server.url });
});
afterAll(() => server.close());

const create = (body: object, as: supertest.Agent = server.request()) =>
  answerOf(as.post('/v1/sign-in-requests').send(body));
const createToken = (body: object) =>
  answerOf(server.request().post('/v1/sign-in-requests/token').send(body));
const lookUp = (body: object, as: supertest.Agent = server.request()) =>
  answerOf(as.post('/v1/sign-in-requests/lookup').send(body));
const approve = (body: object, as: supertest.Agent = server.request()) =>
  answerOf(as.post('/v1/sign-in-requests/approve').send(body));
const deny = (body: object, as: supertest.Agent = server.request()) =>
  answerOf(as.post('/v1/sign-in-requests/deny').send(body));
const begin = async (body: object = { name: 'laptop' }) => (await create(body)).body as CreatedSignInRequest;
const poll = ({ deviceCode }: CreatedSignInRequest) => createToken({ deviceCode });
const pollAfterInterval = async (request: CreatedSignInRequest) => {
  await server.context.prisma.signInRequest.updateMany({ data: { nextPollAt: new Date(0) } });
  return poll(request);
};

it('gives an approved program one token of the person, with the scopes of the approval', async () => {
  const request = await begin();
  expect(request).toEqual({
    deviceCode: expect.stringMatching(/^hmc_[0-9a-f]{64}$/),
    userCode: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/),
    verificationUri: `${server.url}/device`,
    verificationUriComplete: `${server.url}/device?code=${request.userCode}`,
    expiresIn: LIMITS.signInRequestSeconds,
    interval: 5,
  });
  const userCode = request.userCode.toLowerCase().replace('-', ' ');
  expect(await lookUp({ userCode }, session)).toMatchObject({
    ...{
      status: 200,
      body: { name: 'laptop', address: '127.0.0.1', scopes: ['read', 'run', 'write', 'admin'] },
    },
  });
  expect(await poll(request)).toEqual(refusal('signInPending'));
  expect(await approve({ userCode, scopes: ['read'] }, session)).toEqual(done);
  expect(await approve({ userCode }, session)).toEqual(refusal('invalidSignInCode'));
  const answers = await Promise.all([poll(request), poll(request), poll(request)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  const { token } = answers.find(({ status }) => status === 201)?.body as { token: string };
  const stored = await server.context.prisma.accessToken.findMany({ where: { personId: person.personId } });
  expect(JSON.stringify(stored)).not.toContain(token);
  expect((await callAs(server.url, token).get('/v1/tokens/current')).body).toMatchObject({
    ...{ name: 'laptop', scopes: ['read'], role: 'operator', person: { _id: person.personId } },
  });
  expect(await poll(request)).toEqual(refusal('signInExpired'));
  const { body } = await owner.as.get('/v1/audit?action=sign-in-request.approve').expect(200);
  expect(body.items).toMatchObject([{ personId: person.personId }]);
});

it('slows down a program that asks too often', async () => {
  const request = await begin();
  expect(await poll(request)).toEqual(refusal('signInPending'));
  expect(await poll(request)).toEqual(refusal('signInTooFast'));
  const [row] = await server.context.prisma.signInRequest.findMany();
  expect(row.interval).toBe(10);
  expect(await pollAfterInterval(request)).toEqual(refusal('signInPending'));
});

it('tells a program that it was denied, and ends after its time', async () => {
  const denied = await begin();
  expect(await deny({ userCode: denied.userCode }, session)).toEqual(done);
  expect(await poll(denied)).toEqual(refusal('signInDenied'));
  expect(await poll(denied)).toEqual(refusal('signInExpired'));
  const late = await begin();
  await server.context.prisma.signInRequest.updateMany({ data: { expiresAt: new Date() } });
  expect(await poll(late)).toEqual(refusal('signInExpired'));
  expect(await approve({ userCode: late.userCode }, session)).toEqual(refusal('invalidSignInCode'));
});

it('is approved by sessions only, in workspaces of the person, with at most the requested scopes', async () => {
  const { userCode } = await begin({ name: 'laptop', scopes: ['read'] });
  expect(await approve({ userCode }, person.as)).toEqual(conflict);
  expect(await approve({ userCode, scopes: ['admin'] }, session)).toEqual(invalidAt('scopes'));
  const other = await server.createAccount();
  expect(await approve({ userCode, workspaceId: other.accountId }, session)).toEqual(notFound);
  expect(await approve({ userCode, workspaceId: owner.accountId }, session)).toEqual(done);
});

it('gives no token to a person who was removed after the approval', async () => {
  const request = await begin();
  expect(await approve({ userCode: request.userCode }, session)).toEqual(done);
  await owner.as.delete(`/v1/members/${person.memberId}`).expect(204);
  expect(await poll(request)).toEqual(refusal('signInExpired'));
});

it('limits sign-ins per address', async () => {
  for (let count = 0; count < LIMITS.signInRequests; count++)
    expect(await begin()).toHaveProperty('userCode');
  expect(await create({ name: 'one too many' })).toEqual(refusal('tooManyRequests'));
});

it('limits guesses of codes', async () => {
  const limited = await startTestServer({ RATE_LIMIT: '6000' });
  try {
    const guesser = supertest.agent(limited.url).set({ Cookie: person.cookie, Origin: limited.url });
    const guess = () => lookUp({ userCode: 'AAAA-AAAA' }, guesser);
    for (let count = 0; count < LIMITS.signInAttempts; count++) {
      expect(await guess()).toEqual(refusal('invalidSignInCode'));
    }
    expect(await guess()).toEqual(refusal('tooManyRequests'));
  } finally {
    await limited.close();
  }
});
