import { BUDGET } from '@drover/contract/budget';
import { WebSocket } from 'ws';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeEach(async () => {
  server = await startTestServer({ RATE_LIMIT: '6000' });
  owner = await server.createAccount();
});
afterEach(() => server.close());

const createKey = async () =>
  (await owner.as.post('/v1/enrolment-keys').send({}).expect(201)).body.key as string;

/** Returns whether the server upgrades the connection, and the status if it does not. */
async function tryKey(key: string): Promise<string> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/autox/${key}`);
  const outcome = await new Promise<string>((resolve) => {
    socket.once('open', () => resolve('upgraded'));
    socket.once('error', ({ message }) => resolve(/\d{3}/.exec(message)?.[0] ?? message));
  });
  socket.on('error', () => undefined).terminate();
  return outcome;
}

const countOf = (outcomes: string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

describe('guesses of an enrolment key', () => {
  it('are refused before the upgrade once there were too many, even if the client never says hello', async () => {
    const outcomes: string[] = [];
    while (outcomes.length < BUDGET.phoneKeyFailures.max + 5) outcomes.push(await tryKey('NOKEY7'));
    expect(countOf(outcomes, 'upgraded')).toBe(BUDGET.phoneKeyFailures.max);
    expect(outcomes.slice(-5)).toEqual(Array(5).fill('429'));
    expect(await tryKey(await createKey())).toBe('429');
  });

  it('are limited together if they arrive at the same time', async () => {
    const guesses = Array.from({ length: 200 }, (_, number) => tryKey(`K${number}`));
    const outcomes = await Promise.all(guesses);
    expect(countOf(outcomes, 'upgraded')).toBe(BUDGET.phoneKeyFailures.max);
    expect(countOf(outcomes, '429')).toBe(200 - BUDGET.phoneKeyFailures.max);
  });

  it('do not include valid keys, however many phones of one network connect at the same time', async () => {
    const keys: string[] = [];
    while (keys.length < 2 * BUDGET.phoneKeyFailures.max) keys.push(await createKey());
    expect(countOf(await Promise.all(keys.map(tryKey)), 'upgraded')).toBe(keys.length);
    expect(await tryKey('NOKEY7')).toBe('upgraded');
  });
});
