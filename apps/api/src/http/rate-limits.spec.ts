import { BUDGET } from '@drover/contract/budget';
import { newId } from '../database/ids';
import { hashSecret } from '../auth/credentials';
import { answerOf, refusal } from '../testing/errors';
import { startTestServer, type TestServer } from '../testing/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT: '5' });
});
afterAll(() => server.close());

/** Returns the header with which a proxy reports the address of the caller. */
const from = (address: string) => ({ 'X-Forwarded-For': address });
const enrol = (address: string, key: string) =>
  server
    .request()
    .post('/v1/enrolments')
    .set(from(address))
    .send({ key, brand: '', model: '', platform: '', appVersion: '1' });

describe('credential failures', () => {
  it('are limited per IP address', async () => {
    for (let attempt = 0; attempt < BUDGET.httpCredentialFailures.max; attempt += 1) {
      const login = { email: 'a@example.org', password: 'guess' };
      const { status } =
        attempt % 2 === 0
          ? await enrol('192.0.2.1', 'GUESS1')
          : await server.request().post('/v1/sessions').set(from('192.0.2.1')).send(login);
      expect(status).toBe(401);
    }
    const refused = await enrol('192.0.2.1', 'GUESS1');
    expect(await answerOf(Promise.resolve(refused))).toEqual(refusal('tooManyRequests'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.headers['ratelimit']).toMatch(/r=0/);
    expect(refused.headers['ratelimit-policy']).toMatch(/q=20; w=60/);
    expect((await enrol('192.0.2.2', 'GUESS1')).status).toBe(401);
  });

  it('do not include successful enrolments of many devices', async () => {
    const { accountId } = await server.createAccount();
    const key = newId();
    await server.context.prisma.enrolmentKey.create({
      data: {
        id: newId(),
        accountId,
        hash: hashSecret(key.toUpperCase()),
        maxUses: 100,
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    const devices = Array.from({ length: 90 }, () => enrol('192.0.2.3', key));
    const answers = await Promise.all(devices);
    expect(answers.map(({ status }) => status)).toEqual(Array(90).fill(201));
  });

  it('are limited together if they are made at the same time', async () => {
    const guesses = Array.from({ length: 100 }, () => enrol('192.0.2.4', 'GUESS1'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    const max = BUDGET.httpCredentialFailures.max;
    expect(statuses.filter((status) => status === 401)).toHaveLength(max);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - max);
  });
});

describe('RATE_LIMIT', () => {
  it('limits the requests per token, and reports how many remain', async () => {
    const [one, other] = [await server.createAccount(), await server.createAccount()];
    for (let left = 4; left >= 0; left -= 1) {
      const { headers } = await one.as.get('/v1/account').expect(200);
      expect(headers['ratelimit']).toMatch(new RegExp(`r=${left};`));
    }
    const refused = await one.as.get('/v1/devices');
    expect(await answerOf(Promise.resolve(refused))).toEqual(refusal('tooManyRequests'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await other.as.get('/v1/account').expect(200);
  });
});
