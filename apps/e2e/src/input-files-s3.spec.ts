import { Drover } from '@drover/sdk';
import { Installation } from '@drover/test-installation';
import { startS3, type S3Server } from '@drover/test-services';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const partBytes = 4 * 1024 * 1024;

/** How long the storage stays away while runs need it. */
const outageMs = 3_000;

/** Logs the hash of the file's content. */
const script = `
const content = require('node:fs').readFileSync(drover.files.get('list'));
console.log(require('node:crypto').createHash('sha256').update(content).digest('hex'));`;

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('input files in S3, with two servers', () => {
  let s3: S3Server;
  let installation: Installation;
  beforeAll(async () => {
    s3 = await startS3();
    installation = await Installation.start({ nodes: 2, env: s3.settings });
    // Connections take turns, so the servers have one device each.
    await installation.startAgents('one', 'two');
  });
  afterAll(async () => {
    await installation?.close();
    await s3?.close();
  });

  async function expectOnBoth(jobId: string, content: Buffer): Promise<void> {
    const runs = await installation.drover.jobs.wait(jobId);
    expect(runs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    for (const run of runs) expect(await installation.readLog(run)).toEqual([sha256Of(content)]);
  }

  const start = async (list: { $file: string; name: string }) =>
    (await installation.drover.jobs.create({ code: script, selector: { all: true }, vars: { list } }))._id;

  it('are uploaded in parts to either server, and each device downloads them', async () => {
    const content = randomBytes(2 * partBytes + 100);
    const [first, second] = [0, 1].map((node) => installation.createClient(installation.getNodeUrl(node)));
    const about = { name: 'list.bin', size: content.length, sha256: sha256Of(content) };
    const { _id } = await first.inputFiles.create(about);
    for (const [index, client] of [first, second, first].entries()) {
      const offset = index * partBytes;
      const bytes = new Uint8Array(content.subarray(offset, offset + partBytes));
      const file = await client.inputFiles.uploadPart(_id, { offset, bytes });
      expect(file.isComplete).toBe(index === 2);
    }
    expect(s3.listKeys()).toHaveLength(3);
    await expectOnBoth(await start({ $file: about.sha256, name: about.name }), content);
    expect(existsSync(join(installation.dataDir, 'artifacts'))).toBe(false);
  });

  it('are missing while the storage is away: runs wait, and start when it is back', async () => {
    const { drover } = installation;
    const content = randomBytes(partBytes + 100);
    const list = await drover.inputFiles.upload(new Blob([content]), { name: 'other.bin' });
    await s3.kill();
    const jobId = await start({ $file: list.$file, name: 'other.bin' });
    const impatient = new Drover({ baseUrl: installation.url, token: installation.token, retries: 0 });
    const upload = impatient.inputFiles.upload(new Blob([randomBytes(100)]), { name: 'new.bin' });
    await expect(upload).rejects.toMatchObject({ status: 503 });
    await delay(outageMs);
    const { items } = await drover.runs.list({ jobId });
    expect(items.filter(({ finishedAt }) => finishedAt !== null)).toEqual([]);
    await s3.start();
    await expectOnBoth(jobId, content);
  });
});
