import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolder, forgetAccount, readAccount, saveAccount, serverAddress } from './configuration';

const before = process.env.XDG_CONFIG_HOME;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-config-'));
  process.env.XDG_CONFIG_HOME = folder;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  if (before === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = before;
});

const kept = { url: 'http://box:3000', token: 'hmp_kept' };

describe('the account', () => {
  it('is kept for the owner alone, and forgotten', () => {
    const path = saveAccount(kept);
    expect(path).toBe(join(folder, 'drover/config.json'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'drover')).mode & 0o777).toBe(0o700);
    expect(readAccount({})).toEqual(kept);
    forgetAccount();
    expect(readAccount({})).toEqual({ url: 'http://127.0.0.1:3000', token: undefined });
  });

  it('yields to the environment', () => {
    saveAccount(kept);
    expect(readAccount({ DROVER_TOKEN: 'hmp_other' })).toEqual({ ...kept, token: 'hmp_other' });
    expect(readAccount({ DROVER_URL: 'http://box:3000/' })).toEqual(kept);
  });

  it('does not show a token to a service that it is not for', () => {
    saveAccount(kept);
    expect(readAccount({ DROVER_URL: 'http://elsewhere' })).toEqual({
      url: 'http://elsewhere',
      token: undefined,
    });
  });

  it('says which file is broken', () => {
    writeFileSync(saveAccount(kept), '{');
    expect(() => readAccount({})).toThrow(`${folder}/drover/config.json is not valid JSON`);
  });
});

describe('configFolder', () => {
  it('passes over an XDG_CONFIG_HOME that is not absolute', () => {
    expect(configFolder({ XDG_CONFIG_HOME: 'here' })).not.toContain('here');
  });
});

describe('serverAddress', () => {
  it('takes slashes at the end away, and keeps a path', () => {
    expect(serverAddress('https://host/drover//')).toBe('https://host/drover');
  });
  it.each(['host:3000', 'ftp://host', ''])('refuses %p', (text) => {
    expect(() => serverAddress(text)).toThrow('write it like http://127.0.0.1:3000');
  });
});
