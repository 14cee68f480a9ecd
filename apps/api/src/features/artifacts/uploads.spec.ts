import {
  ARTIFACT_PART_BYTES,
  ARTIFACT_REQUEST_BYTES,
  LIMITS,
  type Artifact,
  type Run,
} from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { newId } from '../../database/ids';
import { invalidAt, notFound, refusal, tooLarge, unauthorized } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { sendPart, sha256Of, uploadArtifact, uploadQuery } from '../../testing/test-artifacts';
import type { TestDevice } from '../../testing/test-device';
import { createFleet, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';
import { UploadHashes } from '../../blobs/upload-hashes';

let server: TestServer;
let owner: TestAccount;
let devices: TestDevice[];
let jobs: TestJobs;
let runs: Run[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, devices, jobs } = await createFleet(server, 2));
  const { _id } = await jobs.start();
  const created = await jobs.runsOf(_id);
  runs = devices.map((device) => created.find(({ deviceId }) => deviceId === device._id)!);
});

const list = async (runId: string) =>
  ((await owner.as.get(`/v1/runs/${runId}/artifacts`).expect(200)).body as { items: Artifact[] }).items;

const download = async (runId: string, artifactId: string) =>
  (await owner.as.get(`/v1/runs/${runId}/artifacts/${artifactId}`).buffer(true).expect(200)).body as Buffer;

/** The content of an artifact of the first run. */
const artifact = (content: Buffer, name = 'report.bin') => ({ runId: runs[0]._id, name, content });

const incomplete = (offset: number) => ({ state: 'incomplete', offset, maxBytes: ARTIFACT_REQUEST_BYTES });

/** Folders in the blob store. */
function folders(): string[] {
  const root = join(server.context.settings.DATA_DIR, 'artifacts');
  return readdirSync(root).flatMap((half) => readdirSync(join(root, half)));
}

describe('PUT /link/artifacts/:sha256', () => {
  it.each([
    ['nothing', 0],
    ['one part', 1000],
    ['exactly one part', ARTIFACT_PART_BYTES],
    ['several parts', 2 * ARTIFACT_PART_BYTES + 1],
  ])('stores a content of %s', async (_parts, bytes) => {
    const content = randomBytes(bytes);
    expect(await uploadArtifact(server, devices[0], artifact(content))).toEqual({ state: 'stored' });
    const [stored] = await list(runs[0]._id);
    const { _id: runId, jobId, deviceId } = runs[0];
    expect(stored).toEqual({
      ...{
        _id: expect.any(String) as string,
        runId,
        jobId,
        deviceId,
        name: 'report.bin',
        fileName: 'report.bin',
      },
      ...{
        kind: 'file',
        size: bytes,
        sha256: sha256Of(content),
        problem: null,
        savedAt: expect.any(String) as string,
      },
    });
    expect((await download(runId, stored._id)).equals(content)).toBe(true);
  });

  it('continues after an interruption, also on another server', async () => {
    const content = randomBytes(2 * ARTIFACT_PART_BYTES + 5);
    const first = await sendPart(server, devices[0], { ...artifact(content), offset: 0 });
    expect(first.body).toEqual(incomplete(ARTIFACT_PART_BYTES));
    const asked = await sendPart(server, devices[0], artifact(content));
    expect(asked.body).toEqual(incomplete(ARTIFACT_PART_BYTES));
    // Another server knows no hash of the first part.
    Object.assign(server.context, { uploadHashes: new UploadHashes() });
    expect((await sendPart(server, devices[0], { ...artifact(content), offset: 0 })).body).toEqual(
      asked.body,
    );
    const second = await sendPart(server, devices[0], { ...artifact(content), offset: ARTIFACT_PART_BYTES });
    expect(second.body).toEqual(incomplete(2 * ARTIFACT_PART_BYTES));
    expect(await list(runs[0]._id)).toEqual([]);
    const last = await sendPart(server, devices[0], {
      ...artifact(content),
      offset: 2 * ARTIFACT_PART_BYTES,
    });
    expect(last.body).toEqual({ state: 'stored' });
    const [{ _id }] = await list(runs[0]._id);
    expect((await download(runs[0]._id, _id)).equals(content)).toBe(true);
  });

  it('completes an upload whose last part was stored before the server ended', async () => {
    const { prisma, blobs } = server.context;
    const content = randomBytes(100);
    const [key, { accountId }] = [newId(), owner];
    await blobs.put(key, '0', [content]);
    const upload = {
      key,
      accountId,
      deviceId: devices[0]._id,
      sha256: sha256Of(content),
      size: 100,
      bytes: 100,
    };
    await prisma.artifactUpload.create({ data: { ...upload, parts: ['0'] } });
    const asked = await sendPart(server, devices[0], artifact(content));
    expect(asked.body).toEqual({ state: 'stored' });
    const [{ _id }] = await list(runs[0]._id);
    expect((await download(runs[0]._id, _id)).equals(content)).toBe(true);
  });

  it('begins again if a power cut has lost a part', async () => {
    const content = randomBytes(ARTIFACT_PART_BYTES + 5);
    await sendPart(server, devices[0], { ...artifact(content), offset: 0 });
    const upload = await server.context.prisma.artifactUpload.findFirstOrThrow({
      where: { deviceId: devices[0]._id },
    });
    await server.context.blobs.remove(upload.key);
    const last = await sendPart(server, devices[0], { ...artifact(content), offset: ARTIFACT_PART_BYTES });
    expect(last.body).toEqual({ state: 'mismatch' });
    expect(await uploadArtifact(server, devices[0], artifact(content))).toEqual({ state: 'stored' });
    const [{ _id }] = await list(runs[0]._id);
    expect((await download(runs[0]._id, _id)).equals(content)).toBe(true);
  });

  it('adds an artifact once, however often and at the same time it is uploaded', async () => {
    const content = randomBytes(ARTIFACT_PART_BYTES + 100);
    const states = await Promise.all(
      Array.from({ length: 6 }, () => uploadArtifact(server, devices[0], artifact(content))),
    );
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['stored']));
    const [only, ...others] = await list(runs[0]._id);
    expect(others).toEqual([]);
    expect((await download(runs[0]._id, only._id)).equals(content)).toBe(true);
  });

  it('stores equal content of an account once', async () => {
    const before = folders().length;
    const content = randomBytes(5000);
    for (const [n, device] of devices.entries()) {
      await uploadArtifact(server, device, { runId: runs[n]._id, name: 'a', content });
      await uploadArtifact(server, device, { runId: runs[n]._id, name: 'b', content });
    }
    expect(folders()).toHaveLength(before + 1);
    const asked = await sendPart(server, devices[1], { runId: runs[1]._id, name: 'c', content });
    expect(asked.body).toEqual({ state: 'stored' });
    expect(await list(runs[1]._id)).toHaveLength(3);
  });

  it('does not tell what another account has', async () => {
    const content = randomBytes(5000);
    await uploadArtifact(server, devices[0], artifact(content));
    const other = await createFleet(server, 1);
    const { _id } = await other.jobs.start();
    const [{ _id: runId }] = await other.jobs.runsOf(_id);
    const asked = await sendPart(server, other.devices[0], { runId, name: 'a', content });
    expect(asked.body).toEqual(incomplete(0));
  });

  it('refuses another content of the same name', async () => {
    await uploadArtifact(server, devices[0], artifact(randomBytes(10)));
    expect(await uploadArtifact(server, devices[0], artifact(randomBytes(10)))).toEqual({
      state: 'refused',
      problem: 'the run has another artifact of the name "report.bin"',
    });
    expect(await list(runs[0]._id)).toHaveLength(1);
  });

  it('discards a content with another SHA-256, and takes the right one', async () => {
    const content = randomBytes(ARTIFACT_PART_BYTES + 10);
    const wrong = Buffer.from(content);
    wrong[0] ^= 1;
    const upload = { ...artifact(wrong), sha256: sha256Of(content) };
    expect(await uploadArtifact(server, devices[0], upload)).toEqual({ state: 'mismatch' });
    expect(await list(runs[0]._id)).toEqual([]);
    expect(await uploadArtifact(server, devices[0], artifact(content))).toEqual({ state: 'stored' });
    const [{ _id }] = await list(runs[0]._id);
    expect((await download(runs[0]._id, _id)).equals(content)).toBe(true);
  });

  it('stores all parts that a request brings', async () => {
    const content = randomBytes(3 * ARTIFACT_PART_BYTES + 5);
    const bytes = 2 * ARTIFACT_PART_BYTES;
    const first = await sendPart(server, devices[0], { ...artifact(content), offset: 0, bytes });
    expect(first.body).toEqual(incomplete(bytes));
    const last = await sendPart(server, devices[0], {
      ...artifact(content),
      offset: bytes,
      bytes: content.length - bytes,
    });
    expect(last.body).toEqual({ state: 'stored' });
    const [{ _id }] = await list(runs[0]._id);
    expect((await download(runs[0]._id, _id)).equals(content)).toBe(true);
    const odd = { ...artifact(randomBytes(5 * ARTIFACT_PART_BYTES)), offset: 0, bytes: bytes + 1 };
    expect(await sendPart(server, devices[0], odd)).toEqual(refusal('malformedRequest'));
  });

  it.each([
    ['nothing of a part', 50_000, 0],
    ['the parts before', 2 * ARTIFACT_PART_BYTES + 50_000, 2 * ARTIFACT_PART_BYTES],
  ])('stores %s if a request is interrupted', async (_what, sent, offset) => {
    const content = randomBytes(3 * ARTIFACT_PART_BYTES);
    const { hostname, port } = new URL(server.url);
    const query = uploadQuery({ ...artifact(content, 'cut'), offset: 0 });
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT /link/artifacts/${sha256Of(content)}?${query} HTTP/1.1\r\nHost: localhost\r\n` +
        `Authorization: token ${devices[0].token}\r\nContent-Length: ${content.length}\r\n\r\n`,
    );
    socket.write(content.subarray(0, sent));
    await eventually(async () => {
      const asked = await sendPart(server, devices[0], artifact(content, 'cut'));
      expect(asked.body).toEqual(incomplete(offset));
    });
    socket.destroy();
    expect(await uploadArtifact(server, devices[0], artifact(content, 'cut'))).toEqual({ state: 'stored' });
    const [{ _id }] = await list(runs[0]._id);
    expect((await download(runs[0]._id, _id)).equals(content)).toBe(true);
  });

  it('answers a request at once whose content it does not need', async () => {
    const content = randomBytes(2 * ARTIFACT_PART_BYTES);
    await sendPart(server, devices[0], { ...artifact(content), offset: 0 });
    for (let n = 0; n < 3; n += 1) {
      const again = await sendPart(server, devices[0], {
        ...artifact(content),
        offset: 0,
        bytes: content.length,
      });
      expect(again.body).toEqual(incomplete(ARTIFACT_PART_BYTES));
    }
  });

  it('has savedAt from the age of the artifact, whatever the clock of the device is', async () => {
    await uploadArtifact(server, devices[0], { ...artifact(randomBytes(1)), ageMs: 3_600_000 });
    const [{ savedAt }] = await list(runs[0]._id);
    expect(Math.abs(Date.parse(savedAt) - Date.now() + 3_600_000)).toBeLessThan(60_000);
  });

  it('sends an event', async () => {
    const watcher = await TestWatcher.open(server.url, { token: owner.token, query: '?types=artifact' });
    await uploadArtifact(server, devices[0], artifact(randomBytes(1)));
    expect((await watcher.next('artifact')).artifact).toEqual((await list(runs[0]._id))[0]);
    await watcher.close();
  });

  it('takes names up to the limit, whatever they contain', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\nul',
      'a\u202Eb\n\u001b[31m',
      '报告 <b>.html',
      '好'.repeat(LIMITS.artifactNameChars),
    ];
    for (const name of names) await uploadArtifact(server, devices[0], artifact(randomBytes(8), name));
    expect((await list(runs[0]._id)).map(({ name }) => name).sort()).toEqual(names.sort());
    for (const name of ['', '\0', '好'.repeat(LIMITS.artifactNameChars + 1)]) {
      expect(await sendPart(server, devices[0], artifact(randomBytes(8), name))).toEqual(invalidAt('name'));
    }
  });

  it('rejects what is not valid', async () => {
    const content = randomBytes(100);
    expect(await sendPart(server, { token: 'hmd_none' }, { ...artifact(content), offset: 0 })).toEqual(
      unauthorized,
    );
    expect(await sendPart(server, { token: owner.token }, { ...artifact(content), offset: 0 })).toEqual(
      unauthorized,
    );
    expect(await sendPart(server, devices[1], { ...artifact(content), offset: 0 })).toEqual(notFound);
    expect(await sendPart(server, devices[0], { ...artifact(content), runId: newId() })).toEqual(notFound);
    expect(await sendPart(server, devices[0], { ...artifact(content), runId: 'x' })).toEqual(
      invalidAt('runId'),
    );
    expect(await sendPart(server, devices[0], { ...artifact(content), sha256: 'x' })).toEqual(
      invalidAt('sha256'),
    );
    expect(await sendPart(server, devices[0], { ...artifact(content), kind: 'x' as never })).toEqual(
      invalidAt('kind'),
    );
    const short = { ...artifact(content), size: 200 };
    expect(await sendPart(server, devices[0], { ...short, offset: 0 })).toEqual(refusal('malformedRequest'));
    const tooLong = { ...artifact(content), size: LIMITS.runArtifactBytes + 1 };
    expect(await sendPart(server, devices[0], tooLong)).toEqual(invalidAt('size'));
  });

  it('limits the size of a request', async () => {
    const size = BUDGET.artifactRequestBytes.max + 1;
    const upload = { ...artifact(randomBytes(size)), offset: 0, bytes: size };
    expect(await sendPart(server, devices[0], upload)).toEqual(tooLarge);
  });
});
