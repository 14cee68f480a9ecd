import { BUDGET } from '@drover/contract/budget';
import { strToU8, unzipSync, zipSync, type Unzipped } from 'fflate';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stateOf } from '../../contract-tests/account-state';
import { invalidAt, refusal } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { downloadArchive, sendArchive } from '../../testing/test-archives';
import { createDevscript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;
let entries: Unzipped;
let devscriptPath: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  const { _id } = await createDevscript(owner, { code: 'log(1)', config: [] });
  devscriptPath = `devscripts/${_id}.json`;
  entries = unzipSync(await downloadArchive(owner));
});
beforeEach(async () => {
  stranger = await server.createAccount();
});
afterAll(() => server.close());

const send = (archive: Uint8Array) => sendArchive(stranger, Buffer.from(archive));

/** Sends an archive, which must be refused without a change. Returns the message. */
async function refuse(archive: Uint8Array): Promise<string> {
  const before = await stateOf(server.context, stranger.accountId);
  const { status, body } = await send(archive);
  expect({ status, body }).toEqual(invalidAt('data'));
  expect(await stateOf(server.context, stranger.accountId)).toEqual(before);
  expect(readdirSync(join(server.context.settings.DATA_DIR, 'imports'))).toEqual([]);
  return (body as { message: string }).message;
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const parse = (path: string) => JSON.parse(Buffer.from(entries[path]).toString()) as Record<string, unknown>;

/** Replaces a record, and its hash in the manifest. */
function withRecord(path: string, change: object): Unzipped {
  const bytes = strToU8(JSON.stringify({ ...parse(path), ...change }));
  const manifest = parse('manifest.json') as { records: { path: string }[] };
  const records = manifest.records.map((record) =>
    record.path === path ? { path, sha256: sha256Of(bytes) } : record,
  );
  return {
    ...entries,
    [path]: bytes,
    'manifest.json': strToU8(JSON.stringify({ ...manifest, records })),
  };
}

describe('POST /v1/import', () => {
  it('accepts the archive that the others are made of', async () => {
    expect((await send(zipSync(entries)).expect(200)).body).toMatchObject({ created: 1, failed: 0 });
  });

  it.each(['../../evil.json', '/etc/passwd', 'devscripts/../x.json', 'contents/..', 'C:\\x', 'readme.md'])(
    'refuses an entry %s',
    async (path) => {
      expect(await refuse(zipSync({ ...entries, [path]: strToU8('{}') }))).toMatch(/\.$/);
    },
  );

  it('refuses content and records with another SHA-256', async () => {
    const content = Object.keys(entries).find((path) => path.startsWith('contents/'))!;
    expect(await refuse(zipSync({ ...entries, [content]: strToU8('log(666)') }))).toContain(
      'another SHA-256',
    );
    expect(await refuse(zipSync({ ...entries, [devscriptPath]: strToU8('{}') }))).toContain(
      'another SHA-256',
    );
  });

  it('refuses an archive without its contents, records or manifest', async () => {
    for (const missing of Object.keys(entries)) {
      const { [missing]: _left, ...rest } = entries;
      expect(await refuse(zipSync(rest))).toMatch(/is missing|has no manifest/);
    }
  });

  it('refuses files that are not ZIP archives, and an archive that breaks off', async () => {
    const archive = await downloadArchive(owner);
    for (const bytes of [
      Buffer.from(''),
      Buffer.from('hello'),
      archive.subarray(0, -30),
      archive.subarray(30),
    ]) {
      await refuse(bytes);
    }
  });

  it('refuses the format of a later release, and says so', async () => {
    const manifest = strToU8(JSON.stringify({ format: 'drover-archive', version: 2, kinds: ['robots'] }));
    expect(await refuse(zipSync({ ...entries, 'manifest.json': manifest }))).toContain('Upgrade the server');
  });

  it('refuses records that are not valid', async () => {
    const changes = [
      { _id: 'f'.repeat(24) },
      { name: 'n'.repeat(1000) },
      { name: 'a\0' },
      { values: 5 },
      { revisions: [{ number: -1 }] },
      { files: { code: { name: 'a', sha256: '../../etc' }, config: null, schema: null, project: null } },
    ];
    for (const change of changes) await refuse(zipSync(withRecord(devscriptPath, change)));
  });

  it('deletes an archive whose request is refused', async () => {
    const folder = join(server.context.settings.DATA_DIR, 'imports');
    const answer = await stranger.as
      .post('/v1/import?dryRun=x')
      .attach('data', Buffer.from(zipSync(entries)), 'drover.zip');
    expect(answer.status).toBe(422);
    await eventually(async () => expect(readdirSync(folder)).toEqual([]));
  });

  it('refuses a deeply nested record', async () => {
    const bytes = strToU8(`{"a":${'['.repeat(200_000)}`);
    const manifest = parse('manifest.json');
    const records = [{ path: devscriptPath, sha256: sha256Of(bytes) }];
    const changed = strToU8(JSON.stringify({ ...manifest, records }));
    await refuse(zipSync({ ...entries, [devscriptPath]: bytes, 'manifest.json': changed }));
  });

  it('imports no file that an upload would refuse', async () => {
    const bytes = strToU8('{"not": "an array"}');
    const sha256 = sha256Of(bytes);
    const files = { code: null, config: { name: 'config.json', sha256 }, schema: null, project: null };
    const changed = { ...withRecord(devscriptPath, { files, revisions: [] }), [`contents/${sha256}`]: bytes };
    const { body } = await send(zipSync(changed)).expect(200);
    expect(body).toMatchObject({ created: 0, failed: 1, records: [{ reason: 'invalid', _id: null }] });
    expect((await stranger.as.get('/v1/devscripts')).body.items).toEqual([]);
  });

  it('gives no access to the project of another workspace whose code is known', async () => {
    const project = { files: [{ path: 'a.ts', text: 'secret source' }], code: '1' };
    const { body } = await owner.as.post('/v1/devscripts').expect(201);
    await owner.as.put(`/v1/devscripts/${body._id}/project`).send(project).expect(204);
    const code = await owner.as.get(`/v1/devscripts/${body._id}/files/code`);
    const bytes = strToU8(code.text);
    const sha256 = sha256Of(bytes);
    const files = { code: { name: 'code.js', sha256 }, config: null, schema: null, project: null };
    const changed = { ...withRecord(devscriptPath, { files, revisions: [] }), [`contents/${sha256}`]: bytes };
    const { body: result } = await send(zipSync(changed)).expect(200);
    const { status } = await stranger.as.get(`/v1/devscripts/${result.records[0]._id}/project`);
    expect(status).toBe(404);
  });
});

describe('a bomb', () => {
  const zeros = new Uint8Array(BUDGET.archiveEntryBytes.max + 1);
  const bomb = (bytes: Uint8Array) => zipSync({ ...entries, [`contents/${sha256Of(bytes)}`]: bytes });

  it('may have entries of a bounded size', async () => {
    expect((await send(bomb(zeros.subarray(1)))).status).toBe(200);
    expect(await refuse(bomb(zeros))).toContain(`more than ${BUDGET.archiveEntryBytes.max} bytes`);
  });

  it('unpacks to a bounded size', async () => {
    const count = Math.ceil(BUDGET.archiveUnpackedBytes.max / BUDGET.archiveEntryBytes.max) + 1;
    const part = zipSync({ a: zeros.subarray(1) }, { level: 9 });
    expect(await refuse(repeatEntry(part, count))).toContain(
      `more than ${BUDGET.archiveUnpackedBytes.max} bytes`,
    );
  });

  it('cannot lie about its size', async () => {
    const path = `contents/${'a'.repeat(64)}`;
    const archive = Buffer.from(zipSync({ ...entries, [path]: zeros.subarray(1) }));
    // The size in the central directory, whose last entry it is.
    const at = archive.lastIndexOf(Buffer.from('PK\x01\x02'));
    archive.writeUInt32LE(10, at + 24);
    await refuse(archive);
  });

  it('has a bounded number of entries', async () => {
    const count = BUDGET.archiveEntries.max + 1;
    const many = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`contents/${`${n}`.padStart(64, '0')}`, new Uint8Array(0)]),
    );
    expect(await refuse(zipSync(many))).toContain(`more than ${BUDGET.archiveEntries.max} entries`);
  });

  it('has a bounded size itself', async () => {
    const { status, body } = await send(new Uint8Array(BUDGET.archiveBytes.max + 1));
    expect({ status, body }).toEqual(refusal('tooLarge'));
    await refuse(new Uint8Array(BUDGET.archiveBytes.max));
  });
});

/** Repeats the only entry of an archive under other names. All entries share its bytes. */
function repeatEntry(archive: Uint8Array, count: number): Buffer {
  const bytes = Buffer.from(archive);
  const start = bytes.indexOf(Buffer.from('PK\x01\x02'));
  const end = bytes.indexOf(Buffer.from('PK\x05\x06'));
  const entry = bytes.subarray(start, end);
  const names = Array.from({ length: count }, (_, n) => {
    const name = Buffer.from(`contents/${`${n}`.padStart(64, '0')}`);
    const head = Buffer.from(entry.subarray(0, 46));
    head.writeUInt16LE(name.length, 28);
    return Buffer.concat([head, name]);
  });
  const directory = Buffer.concat(names);
  const tail = Buffer.from(bytes.subarray(end));
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(directory.length, 12);
  return Buffer.concat([bytes.subarray(0, start), directory, tail]);
}
