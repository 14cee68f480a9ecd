import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactSpool, SpoolError, type SpooledArtifact } from './spool';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'drover-spool-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const openSpool = (maxBytes = 1000) => new ArtifactSpool(join(folder, 'spool'), maxBytes);

async function save(spool: ArtifactSpool, name: string, content: string): Promise<SpooledArtifact> {
  const path = join(folder, 'source');
  writeFileSync(path, content);
  const source = await open(path);
  try {
    return await spool.save(source, { runId: '1'.repeat(24), name, kind: 'file', savedAt: 1 });
  } finally {
    await source.close();
  }
}

const contents = () => readdirSync(join(folder, 'spool/contents'));

describe('the spool', () => {
  it('has its artifacts again after a restart, without what was not complete', async () => {
    const saved = await save(openSpool(), 'a', 'content');
    expect(saved).toMatchObject({ size: 7, sha256: createHash('sha256').update('content').digest('hex') });
    const other = await save(openSpool(), 'b', 'other');
    writeFileSync(join(folder, 'spool/entries/torn.json'), '{"id":');
    // The agent was killed before it renamed the file.
    const whole = { ...saved, id: randomUUID() };
    writeFileSync(join(folder, `spool/entries/${whole.id}.json.1.draft`), JSON.stringify(whole));
    writeFileSync(join(folder, 'spool/contents/half.draft'), 'x');
    writeFileSync(join(folder, 'spool/contents', other.sha256), 'cut');
    expect(openSpool().list()).toEqual([saved]);
    expect(contents()).toEqual([saved.sha256]);
    expect(readdirSync(join(folder, 'spool/entries'))).toEqual([`${saved.id}.json`]);
  });

  it('stores equal content once, until its last artifact is removed', async () => {
    const spool = openSpool();
    const [first, second] = [await save(spool, 'a', 'same'), await save(spool, 'b', 'same')];
    expect(contents()).toHaveLength(1);
    spool.remove(first);
    expect(contents()).toHaveLength(1);
    spool.remove(second);
    expect(contents()).toEqual([]);
    expect(openSpool().list()).toEqual([]);
  });

  it('leaves nothing behind if an entry cannot be written', async () => {
    const spool = openSpool(10);
    await save(spool, 'a', '12345678');
    spool.remove(spool.list()[0]);
    // Not even root can create a file in /proc.
    rmSync(join(folder, 'spool/entries'), { recursive: true });
    symlinkSync('/proc', join(folder, 'spool/entries'));
    await expect(save(spool, 'b', '12345678')).rejects.toThrow('ENOENT');
    rmSync(join(folder, 'spool/entries'));
    expect(contents()).toEqual([]);
    expect(await save(spool, 'b', '12345678')).toMatchObject({ size: 8 });
  });

  it('refuses what does not fit, and takes it once there is room', async () => {
    const spool = openSpool(10);
    const first = await save(spool, 'a', '123456');
    await expect(save(spool, 'b', '12345')).rejects.toThrow(SpoolError);
    await expect(save(openSpool(10), 'b', '12345')).rejects.toThrow('wait for the server');
    spool.remove(first);
    expect(await save(spool, 'b', '12345')).toMatchObject({ size: 5 });
    expect(contents()).toHaveLength(1);
  });
});
