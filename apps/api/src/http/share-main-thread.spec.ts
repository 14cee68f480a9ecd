import { LINK_PATH } from '@drover/contract';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createDevice } from '../testing/test-device';
import { startTestServer, type TestServer } from '../testing/test-server';

let server: TestServer;
const address = '127.0.0.1';

beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());
afterEach(() => void jest.restoreAllMocks());

/** Records the owner and the estimated cost of all work that starts. */
function recordStarts(): [string, number][] {
  const { shares } = server.context;
  const starts: [string, number][] = [];
  const start = shares.start.bind(shares);
  jest.spyOn(shares, 'start').mockImplementation((owner, ms, work) => {
    starts.push([owner, ms]);
    start(owner, ms, work);
  });
  return starts;
}

describe('shareMainThread', () => {
  it('counts the requests of a known caller toward its account', async () => {
    const { as, accountId } = await server.createAccount();
    await as.get('/v1/devices').expect(200);
    const starts = recordStarts();
    await as.get('/v1/devices').expect(200);
    await as.post('/v1/enrolment-keys').send({}).expect(201);
    expect(starts).toEqual([
      [accountId, 0.7],
      [accountId, 4],
    ]);
  });

  it('counts requests with an unknown token toward their address', async () => {
    const starts = recordStarts();
    const headers = { authorization: 'token unknown' };
    expect((await fetch(`${server.url}/v1/devices`, { headers })).status).toBe(401);
    expect(starts).toEqual([[address, 0.7]]);
  });

  it('counts the bytes of a refused request while they arrive, and those of its response', async () => {
    const { as, accountId } = await server.createAccount();
    await as.get('/v1/devices').expect(200);
    const count = jest.spyOn(server.context.shares, 'count');
    await as
      .post('/v1/jobs')
      .send({ code: 'x'.repeat(1_200_000) })
      .expect(422);
    const counts = count.mock.calls.filter(([owner]) => owner === accountId).map(([, ms]) => ms);
    const [requestMs, ...bytesMs] = counts;
    expect(requestMs).toBe(4);
    // The client sends parts of 64 KB.
    expect(bytesMs.length).toBeGreaterThan(10);
    expect(Math.max(...bytesMs)).toBeLessThan(5);
    // The first part arrives with the headers and is not counted.
    const totalMs = bytesMs.reduce((sum, ms) => sum + ms, 0);
    expect(totalMs).toBeGreaterThan(18);
    expect(totalMs).toBeLessThan(21);
  });

  it('counts a device link toward its address, and toward its account once that is known', async () => {
    const owner = await server.createAccount();
    const { token } = await createDevice(server, owner);
    const starts = recordStarts();
    const move = jest.spyOn(server.context.shares, 'move');
    const socket = new WebSocket(server.url.replace(/^http/, 'ws') + LINK_PATH, {
      headers: { authorization: `token ${token}` },
    });
    await once(socket, 'open');
    socket.send(
      JSON.stringify({ type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs: [] }),
    );
    await once(socket, 'message');
    socket.send('{"type":"ping"}');
    await once(socket, 'message');
    socket.terminate();
    expect(starts).toEqual([
      [address, 1.2],
      [owner.accountId, 0],
    ]);
    expect(move.mock.calls).toEqual([[{ from: address, to: owner.accountId, ms: 1.2 }]]);
  });
});
