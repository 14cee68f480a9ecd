import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { buildProgram } from '../testing/program';
import { createDevice, TestLink } from '../testing/test-device';
import { callAs, startTestServer, type TestServer } from '../testing/test-server';

const program = buildProgram();
afterAll(program.remove);

const move = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program.path, 'move-database', ...args]).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

describe('move-database', () => {
  let dataDir: string;
  let target: TestDatabase;
  let server: TestServer | undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'drover-move-'));
    target = await createTestDatabase();
  });
  afterAll(async () => {
    await server?.close();
    await target.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('copies all rows once, and fails while a server is running', async () => {
    server = await startTestServer({ DATABASE_URL: '', DATA_DIR: dataDir });
    const owner = await server.createAccount();
    const device = await createDevice(server, owner, { name: '设备 "1"', tags: ['A'] });
    const code = `/* ${'é😀\\n"'.repeat(20_000)} */`;
    const { headers } = await owner.as
      .post('/v1/scripts/execute')
      .send({ code, devices: [{ _id: device._id }], vars: { 'a b': [1.5, null, 'x'] } })
      .expect(204);
    const link = await device.connect();
    const { runId } = await link.start();
    await link.log(
      runId,
      Array.from({ length: 1000 }, (_, index) => `line ${index}\t"\\ 😀`),
    );
    await link.close();
    const { prisma } = server.context;
    const store = { accountId: owner.accountId, ownerId: device._id };
    await prisma.store.create({ data: { ...store, deviceId: device._id, keys: 1, bytes: 5 } });
    await prisma.storeEntry.create({ data: { ...store, key: 'count', value: '7', bytes: 6, version: 1 } });
    const paths = [
      `/v1/devices/${device._id}`,
      headers.location,
      `/v1/runs/${runId}`,
      `/v1/runs/${runId}/logs`,
    ];
    const read = (url: string) =>
      Promise.all(paths.map(async (path) => (await callAs(url, owner.token).get(path).expect(200)).body));

    const refused = await move(dataDir, target.url);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') });
    const before = await read(server.url);
    await server.close();

    const moved = await move(dataDir, target.url);
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(/^RunLog +[1-9]/m);
    server = await startTestServer({ DATABASE_URL: target.url });
    const after = await read(server.url);
    const seen = (records: { online?: boolean; lastSeenAt?: string }[]) =>
      records.map((record) => ({ ...record, online: false, lastSeenAt: '' }));
    expect(seen(after)).toEqual(seen(before));
    const back = await TestLink.open(server.url, device.token, { runs: [runId] });
    await back.finish(runId);
    await back.close();
    expect(await server.context.prisma.storeUsage.findMany()).toEqual([
      { accountId: owner.accountId, keys: 1n, bytes: 5n },
    ]);
    const { bytes } = await server.context.prisma.content.findFirstOrThrow();
    expect(Buffer.from(bytes).toString()).toBe(code);
    await server.close();
    server = undefined;

    const again = await move(dataDir, target.url);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
  });

  it('names a missing argument', async () => {
    expect(await move(dataDir)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('missing required argument'),
    });
  });
});
