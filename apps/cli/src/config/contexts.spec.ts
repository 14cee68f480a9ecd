import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseServerUrl, readAccount, setServerOptions } from './account';
import { getConfigFolder } from './config-file';
import {
  getContextsPath,
  readContexts,
  removeContext,
  renameContext,
  saveContext,
  selectContext,
} from './contexts';

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

const box = { url: 'http://box:3000', token: 'hmp_box' };
const cloud = { url: 'https://drover.example.org', token: 'hmp_cloud' };

function writeFile(content: string): void {
  mkdirSync(join(folder, 'drover'));
  writeFileSync(getContextsPath(), content, { mode: 0o644 });
}

describe('contexts', () => {
  it('are in a file that only its owner can read', () => {
    expect(saveContext(box)).toBe('box:3000');
    expect(getContextsPath()).toBe(join(folder, 'drover/config.json'));
    expect(statSync(getContextsPath()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'drover')).mode & 0o777).toBe(0o700);
  });

  it('include the server of a file of an earlier version, which the first change rewrites', () => {
    writeFile(JSON.stringify(box));
    expect(readAccount({})).toEqual({ ...box, context: 'box:3000' });
    expect(JSON.parse(readFileSync(getContextsPath(), 'utf8'))).toEqual(box);
    saveContext(cloud, 'production');
    expect(JSON.parse(readFileSync(getContextsPath(), 'utf8'))).toEqual({
      current: 'production',
      contexts: { 'box:3000': box, production: cloud },
    });
    expect(statSync(getContextsPath()).mode & 0o777).toBe(0o600);
  });

  it('replace the context of the same server, unless another name is given', () => {
    saveContext(box, 'mine');
    expect(saveContext({ ...box, token: 'hmp_new' })).toBe('mine');
    expect(saveContext(box, 'other')).toBe('other');
    expect(Object.keys(readContexts().contexts)).toEqual(['mine', 'other']);
  });

  it('can be selected, renamed and removed', () => {
    saveContext(box, 'box');
    saveContext(cloud, 'cloud');
    selectContext('box');
    expect(readAccount({})).toEqual({ ...box, context: 'box' });
    renameContext('box', 'home');
    expect(readContexts().current).toBe('home');
    expect(() => renameContext('home', 'cloud')).toThrow("The context 'cloud' exists");
    removeContext('home');
    expect(readContexts()).toEqual({ current: undefined, contexts: { cloud } });
    expect(readAccount({})).toEqual({ url: 'http://127.0.0.1:3000', context: undefined });
    for (const change of [() => selectContext('home'), () => removeContext('home')]) {
      expect(change).toThrow("There is no context 'home'");
    }
  });

  it('belong to a workspace each, which commands choose by name or ID', () => {
    const berlin = { ...cloud, workspace: { id: 'a1', name: 'Berlin' } };
    const paris = { ...cloud, token: 'hmp_paris', workspace: { id: 'b2', name: 'Paris Nord' } };
    expect(saveContext(berlin)).toBe('drover.example.org');
    expect(saveContext(paris)).toBe('drover.example.org/Paris-Nord');
    expect(saveContext({ ...paris, token: 'hmp_new' })).toBe('drover.example.org/Paris-Nord');
    const tokenOf = (workspace: string, url?: string) => readAccount({}, { workspace, url }).token;
    expect(tokenOf('berlin')).toBe('hmp_cloud');
    expect(tokenOf('b2')).toBe('hmp_new');
    expect(tokenOf('Berlin', cloud.url)).toBe('hmp_cloud');
    expect(() => tokenOf('Rome')).toThrow("There is no context of the workspace 'Rome'.");
    expect(() => tokenOf('Berlin', box.url)).toThrow("There is no context of the workspace 'Berlin'.");
    expect(() => setServerOptions({ workspace: 'Berlin', context: 'a' })).toThrow(
      'either --workspace or --context',
    );
  });

  it.each(['', 'two words', '--json', '__proto__', 'a\n'])('cannot have the name %p', (name) => {
    expect(() => saveContext(box, name)).toThrow('cannot be the name of a context');
    expect(() => readAccount({}, { context: name || 'none' })).toThrow('There is no context');
  });

  it('are named in the error if the file is not valid JSON', () => {
    writeFile('{');
    expect(() => readAccount({})).toThrow(`${folder}/drover/config.json is not valid JSON`);
  });
});

describe('readAccount', () => {
  beforeEach(() => {
    saveContext(cloud, 'cloud');
    saveContext(box, 'box');
  });

  it('prefers options to the environment, and the environment to the current context', () => {
    const env = { DROVER_URL: 'http://elsewhere', DROVER_TOKEN: 'hmp_env', DROVER_CONTEXT: 'cloud' };
    expect(readAccount({})).toEqual({ ...box, context: 'box' });
    expect(readAccount({ DROVER_CONTEXT: 'cloud' })).toEqual({ ...cloud, context: 'cloud' });
    expect(readAccount(env)).toEqual({ url: 'http://elsewhere', token: 'hmp_env' });
    expect(readAccount(env, { context: 'box' })).toEqual({ ...box, context: 'box' });
    expect(readAccount({ DROVER_TOKEN: 'hmp_env' })).toEqual({ url: box.url, token: 'hmp_env' });
  });

  it('uses the token of the context whose server is named', () => {
    expect(readAccount({ DROVER_URL: 'http://box:3000/' })).toEqual({ ...box, context: 'box' });
    expect(readAccount({}, { url: cloud.url })).toEqual({ ...cloud, context: 'cloud' });
  });

  it('never provides a token for another server', () => {
    const env = { DROVER_URL: box.url, DROVER_TOKEN: 'hmp_env' };
    expect(readAccount({}, { url: 'http://elsewhere' })).toEqual({ url: 'http://elsewhere' });
    expect(readAccount(env, { url: 'http://elsewhere' })).toEqual({ url: 'http://elsewhere' });
    expect(readAccount(env, { url: cloud.url })).toEqual({ ...cloud, context: 'cloud' });
  });

  it('rejects two servers, and a context that does not exist', () => {
    expect(() => setServerOptions({ url: box.url, context: 'box' })).toThrow('either --url or --context');
    expect(() => readAccount({ DROVER_CONTEXT: 'nowhere' })).toThrow("no context 'nowhere'");
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
