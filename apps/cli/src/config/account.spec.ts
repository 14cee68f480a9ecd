import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteAccount, getConfigFolder, parseServerUrl, readAccount, saveAccount } from './account';

const originalHome = process.env.XDG_CONFIG_HOME;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-config-'));
  process.env.XDG_CONFIG_HOME = folder;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  if (originalHome === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = originalHome;
});

const account = { url: 'http://box:3000', token: 'hmp_saved' };

describe('account file', () => {
  it('is readable by its owner only, and can be deleted', () => {
    const path = saveAccount(account);
    expect(path).toBe(join(folder, 'drover/config.json'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'drover')).mode & 0o777).toBe(0o700);
    expect(readAccount({})).toEqual(account);
    deleteAccount();
    expect(readAccount({})).toEqual({ url: 'http://127.0.0.1:3000', token: undefined });
  });

  it('is overridden by the environment', () => {
    saveAccount(account);
    expect(readAccount({ DROVER_TOKEN: 'hmp_other' })).toEqual({ ...account, token: 'hmp_other' });
    expect(readAccount({ DROVER_URL: 'http://box:3000/' })).toEqual(account);
  });

  it('does not provide its token for another server', () => {
    saveAccount(account);
    expect(readAccount({ DROVER_URL: 'http://elsewhere' })).toEqual({
      url: 'http://elsewhere',
      token: undefined,
    });
  });

  it('is named in the error if it is not valid JSON', () => {
    writeFileSync(saveAccount(account), '{');
    expect(() => readAccount({})).toThrow(`${folder}/drover/config.json is not valid JSON`);
  });
});

describe('getConfigFolder', () => {
  it('ignores an XDG_CONFIG_HOME that is not absolute', () => {
    expect(getConfigFolder({ XDG_CONFIG_HOME: 'here' })).not.toContain('here');
  });
});

describe('parseServerUrl', () => {
  it('removes trailing slashes and keeps the path', () => {
    expect(parseServerUrl('https://host/drover//')).toBe('https://host/drover');
  });
  it.each(['host:3000', 'ftp://host', ''])('rejects %p', (text) => {
    expect(() => parseServerUrl(text)).toThrow('Use a URL such as http://127.0.0.1:3000');
  });
});
