import { freePort } from '../testing/ports';
import { startS3, type S3Server } from '../testing/s3';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newId } from '../database/ids';
import { readSettings } from '../context/settings';
import type { BlobStore } from './blob-store';
import { createDiskBlobs } from './disk-blobs';
import { openBlobs } from './open-blobs';
import { assertUsable } from './s3-blobs';
import { bucketOf } from './s3-settings';

let s3: S3Server;
let folder: string;
let blobs: BlobStore;

beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), 'drover-blobs-'));
  blobs = open({});
});
afterAll(async () => {
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = (changes: NodeJS.ProcessEnv) =>
  readSettings({ DATA_DIR: folder, S3_PREFIX: '/a/b/', ...s3.settings, ...changes });

const open = (changes: NodeJS.ProcessEnv) => openBlobs(settingsOf(changes));

describe('blobs in S3', () => {
  it('are stored with the prefix, read as a whole and in ranges, and deleted with their folder', async () => {
    const [key, bytes] = [newId(), randomBytes(100_000)];
    await blobs.put(key, '0-x', [bytes]);
    await blobs.put(key, '1-y', [Buffer.alloc(0)]);
    expect(
      s3
        .listKeys()
        .filter((name) => name.includes(key))
        .sort(),
    ).toEqual([`a/b/${key}/0-x`, `a/b/${key}/1-y`]);
    expect((await buffer(await blobs.read(key, '0-x'))).equals(bytes)).toBe(true);
    const part = await buffer(await blobs.read(key, '0-x', { start: 10, end: 99_998 }));
    expect(part.equals(bytes.subarray(10, 99_999))).toBe(true);
    expect(await buffer(await blobs.read(key, '1-y'))).toHaveLength(0);
    await blobs.remove(key);
    expect(s3.listKeys().filter((name) => name.includes(key))).toEqual([]);
    await expect(blobs.read(key, '0-x')).rejects.toMatchObject({ status: 404 });
  });

  it('deletes a folder with more objects than a page, and no other folder', async () => {
    const [key, other] = [newId(), newId()];
    await blobs.put(other, '0', [Buffer.from('other')]);
    for (let n = 0; n < 130; n += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, m) => blobs.put(key, String(n + m), [Buffer.from('x')])),
      );
    }
    await blobs.remove(key);
    await blobs.remove(key);
    expect(s3.listKeys().filter((name) => name.includes(key))).toEqual([]);
    expect((await buffer(await blobs.read(other, '0'))).toString()).toBe('other');
  });

  it('reads and deletes what was stored in the data directory before', async () => {
    const key = newId();
    await createDiskBlobs(join(folder, 'artifacts')).put(key, '0', [Buffer.from('former')]);
    expect((await buffer(await blobs.read(key, '0', { start: 1, end: 3 }))).toString()).toBe('orm');
    await blobs.remove(key);
    await expect(blobs.read(key, '0')).rejects.toMatchObject({ status: 404 });
  });

  it('fails while the server is away, and works again afterwards', async () => {
    const key = newId();
    await s3.kill();
    await expect(blobs.put(key, '0', [Buffer.from('x')])).rejects.toThrow('ECONNREFUSED');
    await expect(blobs.read(key, '0')).rejects.toThrow('ECONNREFUSED');
    await expect(blobs.remove(key)).rejects.toThrow('ECONNREFUSED');
    await s3.start();
    await blobs.put(key, '0', [Buffer.from('x')]);
    expect((await buffer(await blobs.read(key, '0'))).toString()).toBe('x');
  });
});

describe('assertUsable', () => {
  const check = (changes: NodeJS.ProcessEnv) => assertUsable(bucketOf(settingsOf(changes))!);

  it('leaves nothing behind', async () => {
    const before = s3.listKeys();
    await check({});
    expect(s3.listKeys()).toEqual(before);
  });

  it('names what is wrong', async () => {
    await expect(check({ S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow('SignatureDoesNotMatch');
    await expect(check({ S3_BUCKET: 'no-bucket' })).rejects.toThrow('NoSuchBucket');
    await expect(check({ S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` })).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});

describe('the settings of S3', () => {
  const bucket = (changes: NodeJS.ProcessEnv) => bucketOf(settingsOf(changes));

  it('name the bucket in the path or in the host name', () => {
    expect(bucket({ S3_ENDPOINT: 'https://s3.example.org/base/' })?.endpoint).toBe(
      'https://s3.example.org/base/drover-test',
    );
    expect(bucket({ S3_ENDPOINT: 'https://s3.example.org', S3_PATH_STYLE: 'false' })?.endpoint).toBe(
      'https://drover-test.s3.example.org/',
    );
    expect(bucketOf(readSettings({}))).toBeUndefined();
  });

  it.each([
    [{ S3_BUCKET: '' }, 'S3_BUCKET is missing: S3_ENDPOINT, S3_BUCKET,'],
    [{ S3_BUCKET: 'Capital' }, 'S3_BUCKET must be the name of a bucket'],
    [{ S3_ENDPOINT: 's3.example.org' }, 'S3_ENDPOINT must be a URL'],
    [{ S3_PREFIX: 'a b' }, 'S3_PREFIX must have letters'],
  ])('rejects %j', (changes, problem) => {
    expect(() => settingsOf(changes)).toThrow(problem);
  });
});
