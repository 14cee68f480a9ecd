import { LINK_PATH } from '@drover/contract';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import WebSocket from 'ws';
import { createCertificate } from '../testing/certificate';
import { eventually } from '../testing/eventually';
import { startTestServer, type TestServer } from '../testing/test-server';

let folder: string;
let server: TestServer;

const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover-tls-'));
  createCertificate(folder, 'first');
  createCertificate(folder, 'second');
  server = await startTestServer({
    TLS_CERT_FILE: inFolder('first.crt'),
    TLS_KEY_FILE: inFolder('first.key'),
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Opens a connection and returns it with the common name of the server's certificate. */
async function openConnection(): Promise<{ socket: TLSSocket; name?: string | string[] }> {
  const socket = connect({
    port: Number(new URL(server.url).port),
    host: '127.0.0.1',
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  return { socket, name: socket.getPeerCertificate().subject.CN };
}

/** Sends a request on a connection that stays open, and returns the status. */
async function request(agent: Agent, path: string) {
  const [response] = await once(get(server.url + path, { agent, rejectUnauthorized: false }), 'response');
  return { status: response.statusCode as number, body: await text(response) };
}

describe('a server with TLS_CERT_FILE and TLS_KEY_FILE', () => {
  it('answers requests and accepts devices', async () => {
    expect(server.url).toMatch(/^https:/);
    expect(server.context.publicUrl).toBe(server.url);
    const agent = new Agent({ keepAlive: true });
    expect(await request(agent, '/readyz')).toMatchObject({ status: 200 });
    agent.destroy();

    const link = new WebSocket(server.url.replace('https', 'wss') + LINK_PATH, { rejectUnauthorized: false });
    await once(link, 'open');
    link.close();
    await once(link, 'close');
  });

  it('accepts UTF-8 in the request line, and closes connections without TLS', async () => {
    const { socket } = await openConnection();
    socket.write('GET /v1/羊 HTTP/1.1\r\nHost: drover\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 [^]*\/v1\/%E7%BE%8A/);
    await expect(fetch(server.url.replace('https', 'http'))).rejects.toThrow('fetch failed');
  });

  it('uses changed files for new connections, and keeps the open ones', async () => {
    const { socket, name } = await openConnection();
    expect(name).toBe('first');
    const closed = jest.fn();
    socket.on('close', closed);

    // The certificate does not fit to the key until both are replaced.
    await rename(inFolder('second.crt'), inFolder('first.crt'));
    await rename(inFolder('second.key'), inFolder('first.key'));

    await eventually(async () => {
      const connection = await openConnection();
      connection.socket.destroy();
      expect(connection.name).toBe('second');
    });
    expect(closed).not.toHaveBeenCalled();
    socket.write('GET /healthz HTTP/1.1\r\nHost: drover\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toContain('200 OK');
  });

  it('does not start without a readable and valid certificate', async () => {
    const key = { TLS_KEY_FILE: inFolder('first.key') };
    const start = (name: string) => startTestServer({ TLS_CERT_FILE: inFolder(name), ...key });
    await expect(start('none.crt')).rejects.toThrow(/^TLS_CERT_FILE: cannot read .*none\.crt \(ENOENT\)\.$/);
    await writeFile(inFolder('bad.crt'), 'no certificate');
    await expect(start('bad.crt')).rejects.toThrow('TLS_CERT_FILE and TLS_KEY_FILE: ');
  });
});
