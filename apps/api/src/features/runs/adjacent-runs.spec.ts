import { ADJACENT_SEARCH_RUNS } from '@drover/contract';
import { allDevices } from '../../auth/caller';
import { explainStatements } from '../../testing/explain';
import { answerOf, notFound } from '../../testing/errors';
import { createDevice, type TestDevice, type TestLink } from '../../testing/test-device';
import { createDevscript, upload } from '../../testing/test-devscript';
import { execute } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { getAdjacentRuns } from './adjacent-runs';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;
let device: TestDevice;
let link: TestLink;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  stranger = await server.createAccount();
  device = await createDevice(server, owner);
  link = await device.connect();
});
afterAll(async () => {
  await link.close();
  await server.close();
});

const createScript = async (code?: string) => (await createDevscript(owner, { code }))._id;

/** Runs a devscript on the device, and returns the ID of the run. */
async function run(devscriptId: string): Promise<string> {
  await owner.as.post(`/v1/devscripts/${devscriptId}/run`).send({ devices: [{ _id: device._id }] });
  const { runId } = await link.start();
  await link.finish(runId);
  return runId;
}

describe('GET /v1/runs/:runId/adjacent', () => {
  it('finds the previous and the next run of the script on the device', async () => {
    const [script, other] = [await createScript(), await createScript()];
    const first = await run(script);
    await run(other);
    const second = await run(script);
    const third = await run(script);
    const adjacent = async (runId: string) =>
      (await owner.as.get(`/v1/runs/${runId}/adjacent`).expect(200)).body;
    expect(await adjacent(first)).toEqual({ previousId: null, nextId: second });
    expect(await adjacent(second)).toEqual({ previousId: first, nextId: third });
    expect(await adjacent(third)).toEqual({ previousId: second, nextId: null });
    expect(await answerOf(stranger.as.get(`/v1/runs/${first}/adjacent`))).toEqual(notFound);
  });

  it('finds a run beyond more runs of another script than it searches', async () => {
    const script = await createScript();
    const first = await run(script);
    const between = ADJACENT_SEARCH_RUNS + 2;
    const { rows } = await server.context.pool.query<{ id: string }>(
      `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "scriptId", state, "deliverBy", "finishedAt")
       SELECT lpad(to_hex(('x' || left(id, 8))::bit(32)::int + n), 8, '0') || substr(id, 9), "jobId", "accountId",
              "deviceId", "deviceName", CASE WHEN n > $2 THEN "scriptId" ELSE 'another' END, 'succeeded', now(), now()
       FROM "Run", generate_series(1, $2::int + 1) n WHERE id = $1 RETURNING id`,
      [first, between],
    );
    const last = rows.map(({ id }) => id).sort()[between];
    const adjacent = async (runId: string) =>
      (await owner.as.get(`/v1/runs/${runId}/adjacent`).expect(200)).body;
    expect(await adjacent(first)).toEqual({ previousId: null, nextId: last });
    expect(await adjacent(last)).toEqual({ previousId: first, nextId: null });

    const ids = rows.map(({ id }) => id).sort();
    const statements = await explainStatements(server.context, ['Run'], async (context) => {
      const found = await getAdjacentRuns(context, allDevices(owner.accountId), ids[between / 2]);
      expect(found).toEqual({ previousId: ids[between / 2 - 1], nextId: ids[between / 2 + 1] });
    });
    expect(statements.reduce((sum, statement) => sum + statement.rows, 0)).toBeLessThanOrEqual(10);
  });

  it('finds none for one-off code', async () => {
    await execute(owner, [device]);
    const { runId } = await link.start();
    const { body } = await owner.as.get(`/v1/runs/${runId}/adjacent`).expect(200);
    expect(body).toEqual({ previousId: null, nextId: null });
    await link.finish(runId);
  });
});

describe('GET /v1/runs/:runId/code', () => {
  it('returns the code as it ran, although the script has changed', async () => {
    const script = await createScript('console.log("old");');
    const runId = await run(script);
    await upload(owner, script, { code: 'console.log("new");' });
    const response = await owner.as.get(`/v1/runs/${runId}/code`).expect(200);
    expect(response.headers['content-type']).toContain('application/javascript');
    expect(response.text ?? response.body.toString()).toBe('console.log("old");');
    expect(await answerOf(stranger.as.get(`/v1/runs/${runId}/code`))).toEqual(notFound);
  });
});
