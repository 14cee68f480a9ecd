import type { Failure, Finished, LogPage, Run } from '@drover/contract';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let devscriptId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  device = await createDevice(server, owner);
});
beforeEach(async () => {
  const { body } = await owner.as.post('/v1/devscripts').send({ name: 'shop' }).expect(201);
  devscriptId = body._id as string;
});
afterAll(() => server.close());

/** Line 3 of the code is line 1 of src/cart.ts, line 5 is line 8 of src/login.ts, both from their third columns on. */
const sourceMap = JSON.stringify({
  version: 3,
  sources: ['src/cart.ts', 'src/login.ts'],
  names: [],
  mappings: ';;EAAE;;ECOA',
});

const upload = (fields: object) =>
  owner.as
    .put(`/v1/devscripts/${devscriptId}/project`)
    .send({ files: [{ path: 'src/login.ts', text: '' }], code: '1', ...fields })
    .expect(204);

/** Runs the script on the device, and returns the run, its log and its failure groups. */
async function run(reason: string, lines: string[] = []) {
  const body = { scriptId: devscriptId, devices: [{ _id: device._id }] };
  const { body: job } = await owner.as.post('/v1/jobs').send(body).expect(201);
  const link = await device.connect();
  const { runId } = await link.start();
  if (lines.length > 0) await link.log(runId, lines);
  const failed: Partial<Finished> = { state: 'failed', reason, exitCode: 1 };
  await link.finish(runId, failed);
  await link.close();
  const read = async (path: string) => (await owner.as.get(path).expect(200)).body as unknown;
  const { items } = (await read(`/v1/jobs/${job._id}/failures`)) as { items: Failure[] };
  return {
    run: (await read(`/v1/runs/${runId}`)) as Run,
    log: ((await read(`/v1/runs/${runId}/logs`)) as LogPage).items.map(({ text }) => text),
    failures: items.map(({ message, file, line }) => ({ message, file, line })),
  };
}

describe('a run of a project', () => {
  it('shows positions in the source files, in its reason, its log and its failure group', async () => {
    await upload({ sourceMap });
    const stack = 'Error: no name\n    at login (shop.js:5:3)\n    at shop.js:3:4';
    const { run: ended, log, failures } = await run('Error: no name (shop.js:5:3)', [stack]);
    expect(ended.reason).toBe('Error: no name (src/login.ts:8:3)');
    expect(log).toEqual(['Error: no name\n    at login (src/login.ts:8:3)\n    at src/cart.ts:1:3']);
    expect(failures).toEqual([{ message: 'Error: no name', file: 'src/login.ts', line: 8 }]);
  });

  it('maps positions without a column, as phones report them', async () => {
    await upload({ sourceMap });
    for (const position of ['shop.js#5', 'shop#5'])
      expect((await run(`Error: no name (${position})`)).run.reason).toBe('Error: no name (src/login.ts:8)');
  });

  it.each([
    ['a position without a source', 'Error: a (shop.js:1:1)'],
    ['a position of another script', 'Error: a (other.js:5:3)'],
    ['a position in a path', 'Error: a (/lib/shop.js:5:3)'],
    ['line 0', 'Error: a (shop.js:0:1)'],
    ['column 0', 'Error: a (shop.js:5:0)'],
    ['a line that is too large', 'Error: a (shop.js:999999999:1)'],
  ])('keeps %s', async (_title, reason) => {
    await upload({ sourceMap });
    expect((await run(reason)).run.reason).toBe(reason);
  });

  it.each([
    ['is no JSON', '{'],
    ['is no object', '"map"'],
    ['has an unknown version', '{"version":2,"sources":[],"mappings":""}'],
    ['has invalid mappings', '{"version":3,"sources":["a.ts"],"names":[],"mappings":"€€€€"}'],
    ['has no mappings', '{"version":3,"sources":["a.ts"]}'],
    ['has sources that are no texts', '{"version":3,"sources":[{"a":1}],"names":[],"mappings":";;;;EAAE"}'],
    [
      'names a file with a line break',
      '{"version":3,"sources":["a\\n.ts"],"names":[],"mappings":";;;;EAAE"}',
    ],
    ['names a source that is missing', '{"version":3,"sources":[],"names":[],"mappings":";;;;EAAE"}'],
  ])('keeps its result if the map %s', async (_title, text) => {
    await upload({ sourceMap: text });
    const { run: ended } = await run('Error: no name (shop.js:5:3)');
    expect(ended).toMatchObject({ state: 'failed', reason: 'Error: no name (shop.js:5:3)' });
  });

  it('keeps positions without a map', async () => {
    await upload({});
    expect((await run('Error: a (shop.js:5:3)')).run.reason).toBe('Error: a (shop.js:5:3)');
  });
});
