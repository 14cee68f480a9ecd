import { ARTIFACT_PART_BYTES, LIMITS, type Artifact, type Run } from '@drover/contract';
import { unzipSync } from 'fflate';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../database/ids';
import { answerOf, notFound, refusal } from '../../testing/errors';
import { sendPart, sha256Of, uploadArtifact } from '../../testing/test-artifacts';
import type { TestDevice } from '../../testing/test-device';
import { createFleet, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { sweepArtifacts } from './sweep';

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

const save = (content: Buffer, name: string, n = 0) =>
  uploadArtifact(server, devices[n], { runId: runs[n]._id, name, content });

const list = async (runId: string, query = '') =>
  (await owner.as.get(`/v1/runs/${runId}/artifacts${query}`).expect(200)).body as {
    items: Artifact[];
    nextCursor?: string;
  };

describe('GET /v1/runs/:runId/artifacts', () => {
  it('lists the artifacts of a run in pages, the newest first', async () => {
    for (const name of ['a', 'b', 'c']) await save(randomBytes(1), name);
    await save(randomBytes(1), 'of another device', 1);
    const { items, nextCursor } = await list(runs[0]._id, '?limit=2');
    expect(items.map(({ name }) => name)).toEqual(['c', 'b']);
    expect((await list(runs[0]._id, `?cursor=${nextCursor}`)).items.map(({ name }) => name)).toEqual(['a']);
  });

  it('returns 404 for a run that does not exist or belongs to another account', async () => {
    expect(await answerOf(owner.as.get(`/v1/runs/${newId()}/artifacts`))).toEqual(notFound);
    const { as } = await server.createAccount();
    expect(await answerOf(as.get(`/v1/runs/${runs[0]._id}/artifacts`))).toEqual(notFound);
  });
});

describe('GET /v1/runs/:runId/artifacts/:artifactId', () => {
  const get = async (name: string) => {
    const { items } = await list(runs[0]._id);
    const { _id } = items.find((item) => item.name === name)!;
    return owner.as.get(`/v1/runs/${runs[0]._id}/artifacts/${_id}`);
  };

  it.each(['page.html', 'picture.svg', 'evil\r\nSet-Cookie: a=b.html', '"; filename="x.html', '报告.html'])(
    'never lets a browser show the content as a page: %j',
    async (name) => {
      await save(Buffer.from(`<script>alert(1)</script>${name}`), name);
      const { headers } = await get(name);
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment; filename/) as string,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      });
      expect(headers).not.toHaveProperty('set-cookie');
    },
  );

  it('returns a range of bytes across parts', async () => {
    const content = randomBytes(2 * ARTIFACT_PART_BYTES + 10);
    await save(content, 'long');
    const ranges: [string, number, number][] = [
      ['bytes=0-9', 0, 9],
      [
        `bytes=${ARTIFACT_PART_BYTES - 5}-${ARTIFACT_PART_BYTES + 5}`,
        ARTIFACT_PART_BYTES - 5,
        ARTIFACT_PART_BYTES + 5,
      ],
      ['bytes=-3', content.length - 3, content.length - 1],
      [`bytes=5-`, 5, content.length - 1],
    ];
    for (const [range, start, end] of ranges) {
      const { items } = await list(runs[0]._id);
      const answer = await owner.as
        .get(`/v1/runs/${runs[0]._id}/artifacts/${items[0]._id}`)
        .set('Range', range)
        .buffer(true)
        .expect(206);
      expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${content.length}`);
      expect((answer.body as Buffer).equals(content.subarray(start, end + 1))).toBe(true);
    }
  });

  it('ignores a range that cannot be satisfied, or is not of bytes', async () => {
    await save(Buffer.from('0123456789'), 'short');
    const { items } = await list(runs[0]._id);
    const path = `/v1/runs/${runs[0]._id}/artifacts/${items[0]._id}`;
    for (const range of ['bytes=100-', 'lines=1-2', 'bytes=0-1,3-4', 'x']) {
      await owner.as.get(path).set('Range', range).expect(200).expect('Content-Length', '10');
    }
  });

  it('returns 503 if the content is missing in the store', async () => {
    const content = randomBytes(10);
    await save(content, 'gone');
    const { key } = await server.context.prisma.artifactContent.findFirstOrThrow({
      where: { sha256: sha256Of(content) },
    });
    await server.context.blobs.remove(key);
    const { items } = await list(runs[0]._id);
    const request = owner.as.get(`/v1/runs/${runs[0]._id}/artifacts/${items[0]._id}`);
    expect(await answerOf(request)).toEqual(refusal('unavailable'));
  });

  it('returns 404 for an artifact of another run or account', async () => {
    await save(randomBytes(1), 'a');
    const { items } = await list(runs[0]._id);
    const path = (runId: string) => `/v1/runs/${runId}/artifacts/${items[0]._id}`;
    expect(await answerOf(owner.as.get(path(runs[1]._id)))).toEqual(notFound);
    const { as } = await server.createAccount();
    expect(await answerOf(as.get(path(runs[0]._id)))).toEqual(notFound);
  });
});

describe('archives', () => {
  /** Downloads and unpacks an archive, and returns the hashes of the files by path. */
  async function unpack(path: string): Promise<Record<string, string>> {
    const { body } = await owner.as.get(path).responseType('blob').expect(200);
    const files = Object.entries(unzipSync(body as Buffer));
    return Object.fromEntries(files.map(([file, bytes]) => [file, sha256Of(Buffer.from(bytes))]));
  }

  it('contain the artifacts of a run under safe names', async () => {
    const names = ['a.txt', 'A.txt', '../../etc/passwd', 'nul', 'logs/报告.csv', 'x'.repeat(255)];
    const contents = new Map<string, Buffer>();
    for (const name of names) {
      contents.set(name, Buffer.from(name.repeat(1000)));
      await save(contents.get(name)!, name);
    }
    const files = await unpack(`/v1/runs/${runs[0]._id}/artifacts.zip`);
    const paths = ['a.txt', 'A (2).txt', 'etc/passwd', '_nul', 'logs/报告.csv', 'x'.repeat(200)];
    expect(files).toEqual(
      Object.fromEntries(paths.map((path, n) => [path, sha256Of(contents.get(names[n])!)])),
    );
  });

  it('contain the artifacts of a job, with a folder per device', async () => {
    const content = randomBytes(ARTIFACT_PART_BYTES + 1);
    for (const n of [0, 1]) {
      await save(content, 'picture.png', n);
      await save(Buffer.from(String(n)), 'a.txt', n);
    }
    expect(await unpack(`/v1/jobs/${runs[0].jobId}/artifacts.zip`)).toEqual({
      'Device/picture.png': sha256Of(content),
      'Device/a.txt': sha256Of(Buffer.from('0')),
      'Device (2)/picture.png': sha256Of(content),
      'Device (2)/a.txt': sha256Of(Buffer.from('1')),
    });
  });

  it('are empty without artifacts, and not found for another account', async () => {
    expect(await unpack(`/v1/runs/${runs[0]._id}/artifacts.zip`)).toEqual({});
    const { as } = await server.createAccount();
    expect(await answerOf(as.get(`/v1/runs/${runs[0]._id}/artifacts.zip`))).toEqual(notFound);
    expect(await answerOf(as.get(`/v1/jobs/${runs[0].jobId}/artifacts.zip`))).toEqual(notFound);
  });
});

describe('quotas', () => {
  const usage = (deviceId: string) => ({ accountId_deviceId: { accountId: owner.accountId, deviceId } });
  const setUsage = async (deviceId: string, bytes: number) => {
    const { accountId } = owner;
    await server.context.prisma.artifactUsage.upsert({
      where: usage(deviceId),
      create: { accountId, deviceId, bytes: BigInt(bytes) },
      update: { bytes: BigInt(bytes) },
    });
  };

  it('refuse more artifacts than a run can have', async () => {
    const { prisma } = server.context;
    const { _id: runId, jobId, deviceId } = runs[0];
    const row = {
      runId,
      jobId,
      deviceId,
      accountId: owner.accountId,
      kind: 'file',
      size: 0,
      savedAt: new Date(),
    } as const;
    await prisma.artifact.createMany({
      data: Array.from({ length: LIMITS.runArtifacts - 1 }, (_, n) => ({
        ...row,
        id: newId(),
        name: `n${n}`,
        sha256: '',
      })),
    });
    expect(await save(randomBytes(1), 'last')).toEqual({ state: 'stored' });
    expect(await save(randomBytes(1), 'one too many')).toEqual({
      state: 'refused',
      problem: `a run can have at most ${LIMITS.runArtifacts} artifacts`,
    });
  });

  it.each([
    ['run', LIMITS.runArtifactBytes, 'a run', '1 GB'],
    ['device', LIMITS.deviceArtifactBytes, 'a device', '10 GB'],
    ['account', LIMITS.accountArtifactBytes, 'a workspace', '100 GB'],
  ])('refuse more bytes than a %s can have, and the run shows why', async (...[kind, max, name, text]) => {
    if (kind === 'device') await setUsage(devices[0]._id, max - 10);
    if (kind === 'account') await setUsage('', max - 10);
    if (kind === 'run') {
      const { _id: runId, jobId, deviceId } = runs[0];
      const row = {
        id: newId(),
        runId,
        jobId,
        deviceId,
        accountId: owner.accountId,
        name: 'large',
        sha256: '',
      };
      await server.context.prisma.artifact.create({
        data: { ...row, kind: 'file', size: max - 10, savedAt: new Date() },
      });
    }
    expect(await save(randomBytes(10), 'fits')).toEqual({ state: 'stored' });
    const problem = `the artifacts of ${name} can have at most ${text} together`;
    expect(await save(randomBytes(11), 'too large')).toEqual({ state: 'refused', problem });
    const { items } = await list(runs[0]._id);
    expect(items[0]).toMatchObject({ name: 'too large', size: 11, problem });
    expect(await answerOf(owner.as.get(`/v1/runs/${runs[0]._id}/artifacts/${items[0]._id}`))).toEqual(
      notFound,
    );
    expect(await save(randomBytes(11), 'too large')).toEqual({ state: 'refused', problem });
  });

  it('count what is stored', async () => {
    await save(randomBytes(100), 'a');
    await save(randomBytes(50), 'b', 1);
    const read = async (deviceId: string) =>
      Number((await server.context.prisma.artifactUsage.findUniqueOrThrow({ where: usage(deviceId) })).bytes);
    expect([await read(''), await read(devices[0]._id), await read(devices[1]._id)]).toEqual([150, 100, 50]);
    await server.context.prisma.run.delete({ where: { id: runs[0]._id } });
    expect([await read(''), await read(devices[0]._id), await read(devices[1]._id)]).toEqual([50, 0, 50]);
  });
});

describe('the sweep', () => {
  const folders = () => {
    const root = join(server.context.settings.DATA_DIR, 'artifacts');
    return readdirSync(root).flatMap((half) => readdirSync(join(root, half)));
  };
  const keyOf = async (content: Buffer) => {
    const { prisma } = server.context;
    return (await prisma.artifactContent.findFirst({ where: { sha256: sha256Of(content) } }))?.key;
  };
  const longAgo = new Date(Date.now() - 49 * 3_600_000);

  it('deletes content some time after its last artifact, and abandoned uploads', async () => {
    const { prisma } = server.context;
    const [shared, unused] = [randomBytes(100), randomBytes(100)];
    for (const n of [0, 1]) await save(shared, 'shared', n);
    await save(unused, 'unused');
    const [sharedKey, unusedKey] = [await keyOf(shared), await keyOf(unused)];
    const long = randomBytes(ARTIFACT_PART_BYTES + 1);
    await sendPart(server, devices[1], { runId: runs[1]._id, name: 'abandoned', content: long, offset: 0 });
    const { key } = await prisma.artifactUpload.findFirstOrThrow({ where: { sha256: sha256Of(long) } });
    expect(folders()).toEqual(expect.arrayContaining([sharedKey, unusedKey, key]));

    await prisma.run.delete({ where: { id: runs[0]._id } });
    await sweepArtifacts(server.context);
    expect(folders()).toEqual(expect.arrayContaining([sharedKey, unusedKey, key]));

    await prisma.artifactContent.updateMany({
      where: { unusedSince: { not: null } },
      data: { unusedSince: longAgo },
    });
    await prisma.artifactUpload.update({ where: { key }, data: { updatedAt: longAgo } });
    await sweepArtifacts(server.context);
    expect(folders()).toContain(sharedKey);
    expect(folders()).not.toContain(unusedKey);
    expect(folders()).not.toContain(key);
    expect(await prisma.artifactUpload.count({ where: { key: { in: [key, unusedKey!] } } })).toBe(0);
  });

  it('does not delete content that is used again', async () => {
    const { prisma } = server.context;
    const content = randomBytes(100);
    await save(content, 'a');
    await prisma.run.delete({ where: { id: runs[0]._id } });
    await save(content, 'a', 1);
    await prisma.artifactContent.updateMany({
      where: { sha256: sha256Of(content) },
      data: { unusedSince: longAgo },
    });
    await sweepArtifacts(server.context);
    expect(folders()).toContain(await keyOf(content));
    const stored = await prisma.artifactContent.findFirst({ where: { sha256: sha256Of(content) } });
    expect(stored?.unusedSince).toBeNull();
  });
});
