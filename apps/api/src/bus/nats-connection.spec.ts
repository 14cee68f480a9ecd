import { createCertificate } from '../testing/certificate';
import { isNatsInstalled, startNats, type PrivateServer } from '../testing/nats';
import { nkeys } from '@nats-io/transport-node';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsSettings } from './nats-settings';
import { openNatsConnection } from './nats-connection';

let folder: string;
let server: PrivateServer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover-nats-login-'));
});
afterEach(() => server?.close());
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (name: string) => join(folder, name);

/** Starts a NATS with a configuration. */
async function start(configuration: string): Promise<void> {
  await writeFile(inFolder('nats.conf'), configuration);
  server = await startNats(['-c', inFolder('nats.conf')]);
}

/** Connects, sends a message through the server, and leaves. */
async function tryConnection(settings: Partial<NatsSettings>): Promise<string> {
  const all = { NATS_URL: server?.url, NATS_SUBJECT_PREFIX: 'drover', ...settings };
  try {
    const connection = await openNatsConnection(all, 'node');
    await connection.flush();
    await connection.close();
    return 'connected';
  } catch (error) {
    return (error as Error).message;
  }
}

const refusal = /^NATS_URL: NATS at [a-z0-9.]+:\d+ cannot be used: .+\.$/;
const describeIfInstalled = isNatsInstalled() ? describe : describe.skip;

describeIfInstalled('a NATS server that requires credentials', () => {
  it('accepts a user and password, and rejects others', async () => {
    await start('authorization { user: drover, password: "pass:word@1" }');
    expect(await tryConnection({ NATS_USER: 'drover', NATS_PASSWORD: 'pass:word@1' })).toBe('connected');
    const withLogin = server?.url.replace('//', `//drover:${encodeURIComponent('pass:word@1')}@`);
    expect(await tryConnection({ NATS_URL: withLogin })).toBe('connected');
    const wrong = await tryConnection({ NATS_USER: 'drover', NATS_PASSWORD: 'a wrong password' });
    expect(wrong).toMatch(refusal);
    expect(wrong).not.toContain('a wrong password');
  });

  it('accepts a token', async () => {
    await start('authorization { token: a-long-token }');
    expect(await tryConnection({ NATS_TOKEN: 'a-long-token' })).toBe('connected');
    expect(await tryConnection({})).toMatch(refusal);
  });

  it('accepts the key of an NKey file', async () => {
    const key = nkeys.createUser();
    await writeFile(inFolder('user.nk'), `${new TextDecoder().decode(key.getSeed())}\n`);
    await start(`authorization { users: [{ nkey: ${key.getPublicKey()} }] }`);
    expect(await tryConnection({ NATS_NKEY_FILE: inFolder('user.nk') })).toBe('connected');
    expect(await tryConnection({})).toMatch(refusal);
  });

  it('accepts a client certificate over TLS', async () => {
    createCertificate(folder, 'ca');
    createSigned('server', 'subjectAltName=DNS:localhost');
    createSigned('client', 'extendedKeyUsage=clientAuth');
    await start(`tls { cert_file: "${inFolder('server.crt')}", key_file: "${inFolder('server.key')}",
      ca_file: "${inFolder('ca.crt')}", verify: true }`);
    const NATS_URL = server?.url.replace('127.0.0.1', 'localhost');
    const files = {
      NATS_URL,
      NATS_TLS_CERT_FILE: inFolder('client.crt'),
      NATS_TLS_KEY_FILE: inFolder('client.key'),
    };
    expect(await tryConnection({ NATS_TLS_CA_FILE: inFolder('ca.crt'), ...files })).toBe('connected');
    expect(await tryConnection({ NATS_URL, NATS_TLS_CA_FILE: inFolder('ca.crt') })).toMatch(refusal);
    expect(await tryConnection(files)).toMatch(refusal);
  });
});

describe('a file of the NATS settings', () => {
  it.each(['NATS_CREDS_FILE', 'NATS_NKEY_FILE', 'NATS_TLS_CA_FILE'] as const)(
    'that is missing is named: %s',
    async (name) => {
      const error = await tryConnection({ NATS_URL: 'nats://127.0.0.1:9', [name]: '/no/such/file' });
      expect(error).toMatch(new RegExp(`^${name}: /no/such/file cannot be read: ENOENT.+\\.$`));
    },
  );
});

/** Writes a certificate that the authority signed, with an extension. */
function createSigned(name: string, extension: string): void {
  createCertificate(folder, name, {
    args: ['-CA', inFolder('ca.crt'), '-CAkey', inFolder('ca.key'), '-addext', extension],
  });
}
