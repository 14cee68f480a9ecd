import { eventually, Installation, Program } from '@drover/test-installation';
import { startS3, type S3Server } from '@drover/test-services';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const agents = 2;
const files = 2;

const code = `
  module.exports.result = (async () => {
    for (let n = 0; n < ${files}; n += 1) {
      await drover.artifacts.save('own ' + n, Buffer.alloc(5_000_000 + n, drover.env.mark + drover.robotName + n));
    }
    await drover.artifacts.save('common', Buffer.alloc(9_000_000, drover.env.mark));
  })();`;

/** The artifacts of a run by name, with their SHA-256. */
const expected = (mark: string, device: string) =>
  new Map([
    ...Array.from({ length: files }, (_, n): [string, string] => [
      `own ${n}`,
      hash(Buffer.alloc(5_000_000 + n, mark + device + n)),
    ]),
    ['common', hash(Buffer.alloc(9_000_000, mark))],
  ]);

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('artifacts in S3, with two servers', () => {
  let s3: S3Server;
  let installation: Installation;
  beforeAll(async () => {
    s3 = await startS3();
    installation = await Installation.start({ nodes: 2, env: s3.settings });
    await installation.startAgents(...Array.from({ length: agents }, (_, n) => `agent-${n}`));
  });
  afterAll(async () => {
    await installation?.close();
    await s3?.close();
  });

  const start = async (mark: string) => {
    const { drover } = installation;
    const scriptId = await installation.createScript(code);
    return (await drover.jobs.create({ scriptId, selector: { all: true }, vars: { mark } }))._id;
  };

  const listRuns = async (jobId: string) => (await installation.drover.runs.list({ jobId })).items;

  const waitForEnd = (jobId: string) =>
    eventually(
      () => listRuns(jobId),
      (runs) => runs.length === agents && runs.every(({ state }) => state === 'succeeded'),
      120_000,
    );

  /** Expects the artifacts of each run once, and downloads each from both servers. */
  async function expectAll(mark: string, jobId: string): Promise<void> {
    for (const run of await waitForEnd(jobId)) {
      const { items } = await eventually(
        () => installation.drover.runs.listArtifacts(run._id),
        ({ items: all }) => all.length > files,
        120_000,
      );
      expect(new Map(items.map(({ name, sha256 }) => [name, sha256]))).toEqual(
        expected(mark, run.deviceName),
      );
      for (const { _id, sha256 } of items) {
        for (const node of [0, 1]) {
          const client = installation.createClient(installation.getNodeUrl(node));
          const response = await client.runs.getArtifact(run._id, _id);
          expect(hash(new Uint8Array(await response.arrayBuffer()))).toBe(sha256);
        }
      }
    }
  }

  it('are stored once per content, and each server reads them', async () => {
    await expectAll('once', await start('once'));
    const before = s3.listKeys();
    // Two parts of 5 MB each, and three of the content that all runs have.
    expect(before.length).toBeGreaterThanOrEqual(agents * files * 2 + 3);
    await expectAll('once', await start('once'));
    expect(s3.listKeys().filter((key) => !before.includes(key))).toEqual([]);
    expect(existsSync(join(installation.dataDir, 'artifacts'))).toBe(false);
  });

  it('wait on the devices while the storage is away, and all arrive when it is back', async () => {
    const former = await installation.drover.runs.list({ limit: 1 });
    const [artifact] = (await installation.drover.runs.listArtifacts(former.items[0]._id)).items;
    await s3.kill();
    const jobId = await start('outage');
    const runs = await waitForEnd(jobId);
    for (const { _id } of runs) expect((await installation.drover.runs.listArtifacts(_id)).items).toEqual([]);
    const download = await fetch(`${installation.url}/v1/runs/${artifact.runId}/artifacts/${artifact._id}`, {
      headers: { authorization: `token ${installation.token}` },
    });
    expect([download.status, download.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await download.json()).toMatchObject({
      message: 'The storage of artifacts is unavailable. Try again later. The server log says why.',
    });
    await s3.start();
    await expectAll('outage', jobId);
  });

  it('are checked by drover-server doctor', async () => {
    const env = { DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl, ...s3.settings };
    const check = async (changes = {}) => {
      const doctor = new Program('api', { args: ['doctor'], env: { ...env, ...changes } });
      await doctor.waitForExit();
      return doctor.output;
    };
    expect(await check()).toMatch(
      /ok +Artifacts: in the bucket drover-test: stored, listed, read and deleted/,
    );
    expect(await check({ S3_SECRET_ACCESS_KEY: 'wrong' })).toMatch(
      /problem +Artifacts: the bucket drover-test cannot be used .*SignatureDoesNotMatch.*\n +Fix: Check the settings S3_/,
    );
  });
});
