import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../context/settings';
import { openVault } from './vault';

const [first, second] = ['01'.repeat(32), Buffer.alloc(32, 2).toString('base64')];
const about = ['secret', 'account', 'NAME'];
const vaultWith = (keys: string) =>
  openVault(readSettings({ DROVER_SECRET_KEY: keys, DATABASE_URL: 'postgres://unused' }));

describe('vault', () => {
  it('encrypts with a fresh nonce and decrypts', async () => {
    const vault = vaultWith(first);
    const [one, other] = [await vault.seal('grüße 大理', about), await vault.seal('grüße 大理', about)];
    expect(await vault.open(one, about)).toBe('grüße 大理');
    expect(Buffer.from(one).equals(other)).toBe(false);
    expect(Buffer.from(one).toString('latin1')).not.toContain('gr');
  });

  it('rejects changed values and other additional data', async () => {
    const vault = vaultWith(first);
    const sealed = await vault.seal('a text', about);
    await expect(vault.open(sealed, ['secret', 'another', 'NAME'])).rejects.toThrow();
    for (const index of [5, sealed.length - 17, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed);
      changed[index] ^= 1;
      await expect(vault.open(changed, about)).rejects.toThrow();
    }
  });

  it('decrypts values of a former key, and rejects values of unknown keys', async () => {
    const sealed = await vaultWith(first).seal('a text', about);
    const rotated = vaultWith(`${second}, ${first}`);
    expect(await rotated.open(sealed, about)).toBe('a text');
    expect(await rotated.isFresh(sealed)).toBe(false);
    expect(await rotated.isFresh(await rotated.seal('a text', about))).toBe(true);
    await expect(vaultWith(second).open(sealed, about)).rejects.toMatchObject({ error: 'noSecretKey' });
  });

  it('requires the setting with an external database', async () => {
    const vault = openVault(readSettings({ DATABASE_URL: 'postgres://unused' }));
    await expect(vault.seal('a text', about)).rejects.toMatchObject({ error: 'noSecretKey', status: 409 });
  });

  it('creates a key file for the embedded database, whose key the setting accepts too', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'drover-vault-'));
    try {
      const vault = openVault(readSettings({ DATA_DIR: dataDir }));
      await expect(vault.open(new Uint8Array(40), about)).rejects.toMatchObject({ error: 'noSecretKey' });
      const sealed = await Promise.all([vault.seal('one', about), vault.seal('two', about)]);
      const path = join(dataDir, 'secret.key');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const again = openVault(readSettings({ DATA_DIR: dataDir }));
      expect(await Promise.all(sealed.map((value) => again.open(value, about)))).toEqual(['one', 'two']);
      expect(await vaultWith((await readFile(path, 'utf8')).trim()).open(sealed[0], about)).toBe('one');
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });

  it.each(['short', '00'.repeat(31), `${'00'.repeat(32)},`, '!'.repeat(43)])('rejects the key %s', (key) => {
    expect(() => readSettings({ DROVER_SECRET_KEY: key })).toThrow(/DROVER_SECRET_KEY must be 32 bytes/);
  });
});
