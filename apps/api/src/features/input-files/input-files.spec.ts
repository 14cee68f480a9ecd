import { ARTIFACT_PART_BYTES, LIMITS, LINK_FILES_PATH, type InputFile } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UploadHashes } from '../../blobs/upload-hashes';
import { newId } from '../../database/ids';
import { answerOf, conflict, done, invalidAt, notFound, refusal, unauthorized } from '../../testing/errors';
import { sha256Of } from '../../testing/test-artifacts';
import { eventually } from '../../testing/eventually';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { beginUpload, sendPart, uploadInputFile } from '../../testing/test-input-files';
import { execute } from '../../testing/test-jobs';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { sweepArtifacts } from '../artifacts/sweep';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
});

const list = async () =>
  ((await owner.as.get('/v1/input-files').expect(200)).body as { items: InputFile[] }).items;

/** Folders in the blob store. */
function folders(): string[] {
  const root = join(server.context.settings.DATA_DIR, 'artifacts');
  return !existsSync(root) ? [] : readdirSync(root).flatMap((half) => readdirSync(join(root, half)));
}

describe('an upload', () => {
  it.each([
    ['nothing', 0],
    ['one part', 1000],
    ['exactly one part', ARTIFACT_PART_BYTES],
    ['several parts', 2 * ARTIFACT_PART_BYTES + 1],
  ])('stores a content of %s, once', async (_parts, bytes) => {
    const content = randomBytes(bytes);
    const { $file: sha256 } = await uploadInputFile(owner, content);
    const [file] = await list();
    const time = expect.stringMatching(/Z$/);
    expect(file).toEqual({
      ...{ _id: file._id, name: 'list.csv', size: bytes, sha256, uploadedBytes: bytes, isComplete: true },
      ...{ createdAt: time, usedAt: time },
    });
    const before = folders();
    expect(await beginUpload(owner, content, 'other name')).toEqual({ ...file, usedAt: time });
    expect(folders()).toEqual(before);
    expect((await owner.as.get(`/v1/input-files/${file._id}`).expect(200)).body).toEqual({
      ...file,
      usedAt: time,
    });
  });

  it('adds one entry to the audit log, however many parts it has', async () => {
    await uploadInputFile(owner, randomBytes(2 * ARTIFACT_PART_BYTES + 1));
    const [file] = await list();
    await eventually(async () => {
      const { body } = await owner.as.get('/v1/audit').expect(200);
      const { items } = body as { items: { action: string; targetId: string }[] };
      const ofFile = items.filter(({ targetId }) => targetId === file._id).map(({ action }) => action);
      expect(ofFile.sort()).toEqual(['inputFile.create', 'inputFile.upload']);
    });
  });

  it('continues where it was interrupted, on a server that knows nothing of it', async () => {
    const content = randomBytes(ARTIFACT_PART_BYTES + 10);
    const { _id } = await beginUpload(owner, content);
    await sendPart(owner, _id, { bytes: content.subarray(0, ARTIFACT_PART_BYTES) });
    Object.assign(server.context, { uploadHashes: new UploadHashes() });
    expect(await beginUpload(owner, content)).toMatchObject({
      ...{ _id, uploadedBytes: ARTIFACT_PART_BYTES, isComplete: false },
    });
    const last = content.subarray(ARTIFACT_PART_BYTES);
    const isComplete = { status: 200, body: expect.objectContaining({ isComplete: true }) };
    expect(await sendPart(owner, _id, { offset: ARTIFACT_PART_BYTES, bytes: last })).toEqual(isComplete);
    // A repeated part changes nothing.
    expect(await sendPart(owner, _id, { offset: ARTIFACT_PART_BYTES, bytes: last })).toEqual(isComplete);
  });

  it('is completed by the next request if the server ended after the last part', async () => {
    const content = randomBytes(10);
    const { _id } = await beginUpload(owner, content);
    await sendPart(owner, _id, { bytes: content });
    await server.context.prisma.inputFile.update({ where: { id: _id }, data: { completedAt: null } });
    expect(await beginUpload(owner, content)).toMatchObject({ _id, isComplete: true });
  });

  it('refuses parts that begin elsewhere or have another size', async () => {
    const content = randomBytes(20);
    const { _id } = await beginUpload(owner, content);
    expect(await sendPart(owner, _id, { offset: 5, bytes: content.subarray(5) })).toEqual(
      invalidAt('offset'),
    );
    expect(await sendPart(owner, _id, { bytes: content.subarray(5) })).toEqual(invalidAt('data'));
    expect(await answerOf(owner.as.put(`/v1/input-files/${_id}/content`).field('a', 'b'))).toEqual(
      refusal('malformedRequest'),
    );
    expect(await answerOf(owner.as.put(`/v1/input-files/${_id}/content`).send({}))).toEqual(
      refusal('unsupportedContentType'),
    );
  });

  it('refuses a part that is larger than one can be', async () => {
    const content = randomBytes(BUDGET.inputFilePartBytes.max + 1);
    const { _id } = await beginUpload(owner, content);
    expect(await sendPart(owner, _id, { bytes: content })).toEqual(refusal('tooLarge'));
    expect(
      await sendPart(owner, _id, { bytes: content.subarray(0, BUDGET.inputFilePartBytes.max) }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('begins again if the content has another SHA-256', async () => {
    const [content, other] = [randomBytes(10), randomBytes(10)];
    const { _id } = await beginUpload(owner, content);
    expect(await sendPart(owner, _id, { bytes: other })).toEqual(invalidAt('data'));
    expect(await beginUpload(owner, content)).toMatchObject({ _id, uploadedBytes: 0, isComplete: false });
    expect(await sendPart(owner, _id, { bytes: content })).toMatchObject({ body: { isComplete: true } });
    expect(await sweepArtifacts(server.context)).toBeGreaterThan(0);
  });

  it('refuses a SHA-256 with another size, and that of no content', async () => {
    const content = randomBytes(10);
    await uploadInputFile(owner, content);
    const begin = (size: number, sha256: string) =>
      answerOf(owner.as.post('/v1/input-files').send({ name: 'a', size, sha256 }));
    expect(await begin(11, sha256Of(content))).toEqual(invalidAt('size'));
    expect(await begin(0, sha256Of(Buffer.from('a')))).toEqual(invalidAt('sha256'));
    expect(await begin(1, 'A'.repeat(64))).toEqual(invalidAt('sha256'));
  });

  it('refuses more bytes than an account can have', async () => {
    const files = Array.from({ length: LIMITS.accountInputFileBytes / LIMITS.inputFileBytes - 1 }, () => ({
      ...{ id: newId(), accountId: owner.accountId, name: 'a', sha256: newId(), key: newId(), parts: [] },
      size: LIMITS.inputFileBytes,
    }));
    await server.context.prisma.inputFile.createMany({ data: files });
    const begin = (size: number) =>
      answerOf(owner.as.post('/v1/input-files').send({ name: 'a', size, sha256: sha256Of(randomBytes(9)) }));
    expect(await begin(LIMITS.inputFileBytes)).toMatchObject({ status: 201 });
    expect(await begin(1)).toEqual(conflict);
  });

  it('keeps the contents of accounts apart', async () => {
    const content = randomBytes(10);
    await uploadInputFile(owner, content);
    const other = await server.createAccount();
    expect(await beginUpload(other, content)).toMatchObject({ uploadedBytes: 0, isComplete: false });
  });
});

describe('DELETE /v1/input-files/:fileId', () => {
  it('deletes the file, and the sweep its content', async () => {
    await uploadInputFile(owner, randomBytes(10));
    const [{ _id }] = await list();
    const { key } = await server.context.prisma.inputFile.findUniqueOrThrow({ where: { id: _id } });
    expect(folders()).toContain(key);
    expect(await answerOf(owner.as.delete(`/v1/input-files/${_id}`))).toEqual(done);
    expect(await list()).toEqual([]);
    await sweepArtifacts(server.context);
    expect(folders()).not.toContain(key);
    expect(await answerOf(owner.as.delete(`/v1/input-files/${_id}`))).toEqual(notFound);
  });
});

describe('GET /link/files/:sha256', () => {
  let device: TestDevice;
  let content: Buffer;
  let sha256: string;
  const fetch = (token = device.token) =>
    callAs(server.url, token).get(`${LINK_FILES_PATH}/${sha256}`).buffer(true);

  beforeEach(async () => {
    device = await createDevice(server, owner);
    content = randomBytes(ARTIFACT_PART_BYTES + 100);
    const list = await uploadInputFile(owner, content);
    sha256 = list.$file;
    await execute(owner, [device], { vars: { list } });
  });

  it('returns the content, or a range of it, to the devices of open runs', async () => {
    const { body, headers } = await fetch().expect(200);
    expect(content.equals(body as Buffer)).toBe(true);
    expect(headers['content-type']).toBe('application/octet-stream');
    const start = ARTIFACT_PART_BYTES - 10;
    const rest = await fetch().set('Range', `bytes=${start}-`).expect(206);
    expect(rest.headers['content-range']).toBe(`bytes ${start}-${content.length - 1}/${content.length}`);
    expect(content.subarray(start).equals(rest.body as Buffer)).toBe(true);
  });

  it('returns it to nobody else', async () => {
    const neighbour = await createDevice(server, owner);
    expect(await answerOf(fetch(neighbour.token))).toEqual(notFound);
    expect(await answerOf(fetch(owner.token))).toEqual(unauthorized);
    await owner.as.put(`/v1/devices/${device._id}/stop`).expect(204);
    expect(await answerOf(fetch())).toEqual(notFound);
  });

  it('says that a file is gone, also if only the storage has lost it', async () => {
    const { key, id } = await server.context.prisma.inputFile.findFirstOrThrow({ where: { sha256 } });
    rmSync(join(server.context.settings.DATA_DIR, 'artifacts', key.slice(-2), key), { recursive: true });
    expect(await answerOf(fetch())).toEqual(notFound);
    await owner.as.delete(`/v1/input-files/${id}`).expect(204);
    expect(await answerOf(fetch())).toEqual(notFound);
  });
});
