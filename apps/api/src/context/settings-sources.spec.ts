import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMisspelt, readSources } from './settings-sources';

describe('readSources', () => {
  let folder: string;
  const write = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };

  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'drover-settings-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('reads a file of settings, and prefers the environment', async () => {
    const file = await write('drover.env', '# comment\nPORT=4000\nPUBLIC_URL="https://drover.example.org"\n');
    expect(readSources({ PORT: '5000', HOST: '' }, file)).toEqual({
      PORT: '5000',
      PUBLIC_URL: 'https://drover.example.org',
    });
  });

  it('refuses unknown names in a file of settings', async () => {
    const file = await write('typo.env', 'PROT=4000\n');
    expect(() => readSources({}, file)).toThrow(`${file} contains unknown settings: PROT.`);
  });

  it('reads the value of a setting from the file that NAME_FILE names', async () => {
    const file = await write('password', 'correct horse\n');
    const variables = readSources({ DROVER_ADMIN_PASSWORD_FILE: file });
    expect(variables.DROVER_ADMIN_PASSWORD).toBe('correct horse');
  });

  it('leaves settings unchanged whose own name ends with _FILE', () => {
    expect(readSources({ NATS_CREDS_FILE: '/nowhere' })).toEqual({ NATS_CREDS_FILE: '/nowhere' });
  });

  it('names a file that it cannot read, and a setting that is set twice', async () => {
    expect(() => readSources({ NATS_TOKEN_FILE: '/nowhere' })).toThrow(
      'NATS_TOKEN_FILE: cannot read /nowhere (ENOENT).',
    );
    const file = await write('token', 'a');
    expect(() => readSources({ NATS_TOKEN: 'b', NATS_TOKEN_FILE: file })).toThrow(
      'NATS_TOKEN and NATS_TOKEN_FILE are both set.',
    );
  });
});

describe('findMisspelt', () => {
  it.each(['DROVER_SIGNUP', 'DATABSAE_URL', 'database_url', 'PUBLIC-URL'])('names %s', (name) => {
    expect(findMisspelt({ [name]: 'x' })).toEqual([expect.stringContaining(`${name} is not a setting`)]);
  });

  it.each(['PORT', 'DATABASE_URL_FILE', 'DROVER_TOKEN', 'DROVER_SERVICE_HOST', 'HOME', 'PATH'])(
    'accepts %s',
    (name) => expect(findMisspelt({ [name]: 'x' })).toEqual([]),
  );
});
