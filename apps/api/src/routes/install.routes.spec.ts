import express from 'express';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { createAgentFiles } from '../agent-files/agent-files';
import type { AppContext } from '../context/app-context';
import { installRoutes } from './install.routes';

const folder = mkdtempSync(join(tmpdir(), 'drover-install-'));
const archive = Buffer.from([0x1f, 0x8b, 0, 1]);
writeFileSync(join(folder, 'drover-agent.tgz'), archive);
writeFileSync(join(folder, 'install.sh'), 'server=@SERVER@\n');
writeFileSync(join(folder, 'install.ps1'), '$server = @SERVER@\n');
writeFileSync(join(folder, 'secret.txt'), 'secret');
afterAll(() => rmSync(folder, { recursive: true }));

/** Sends a request to a server with this public URL. */
function get(path: string, PUBLIC_URL?: string, from = folder) {
  const agentFiles = createAgentFiles(from, join(folder, 'executables'));
  const context = { settings: { PUBLIC_URL }, publicUrl: 'http://localhost:3000', agentFiles } as AppContext;
  const app = express().use(installRoutes(context));
  return supertest(app).get(path);
}

describe('GET /downloads', () => {
  it('serves the agent with its checksum', async () => {
    const { body, headers } = await get('/downloads/drover-agent.tgz').responseType('blob').expect(200);
    expect(body).toEqual(archive);
    expect(headers['content-type']).toBe('application/gzip');
    const sha256 = createHash('sha256').update(archive).digest('hex');
    expect((await get('/downloads/checksums.txt').expect(200)).text).toBe(`${sha256}  drover-agent.tgz\n`);
  });

  it('serves the executables that it has, with their checksums', async () => {
    const [name, content] = ['drover-agent-linux-x64.gz', Buffer.from([0x1f, 0x8b, 2])];
    mkdirSync(join(folder, 'executables'));
    writeFileSync(join(folder, 'executables', name), content);
    writeFileSync(join(folder, 'executables/other.gz'), content);
    const { body, headers } = await get(`/downloads/${name}`).responseType('blob').expect(200);
    expect(body).toEqual(content);
    expect(headers['content-type']).toBe('application/gzip');
    const sha256 = createHash('sha256').update(content).digest('hex');
    const { text } = await get('/downloads/checksums.txt').expect(200);
    expect(text.split('\n').slice(1)).toEqual([`${sha256}  ${name}`, '']);
    for (const missing of ['other.gz', 'drover-agent-linux-arm64.gz']) {
      await get(`/downloads/${missing}`).expect(404);
    }
    rmSync(join(folder, 'executables'), { recursive: true });
    await get(`/downloads/${name}`).expect(404);
  });

  it.each([
    '/downloads',
    '/downloads/secret.txt',
    '/downloads/../secret.txt',
    '/downloads/%2e%2e%2fsecret.txt',
  ])('serves nothing else: %s', async (path) => {
    await get(path).expect(404);
  });

  it('answers 503 if the agent is not built', async () => {
    await get('/downloads/checksums.txt', undefined, join(folder, 'missing')).expect(503);
  });
});

describe('GET /install.sh', () => {
  it('names the address of the request', async () => {
    const { text, headers } = await get('/install.sh').set('Host', 'drover.lan:3000').expect(200);
    expect(text).toBe("server='http://drover.lan:3000'\n");
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect((await get('/install.sh').set('Host', '[fe80::1]:3000')).text).toBe(
      "server='http://[fe80::1]:3000'\n",
    );
  });

  it('names the public URL if there is one', async () => {
    expect((await get('/install.sh', 'https://drover.example.org')).text).toBe(
      "server='https://drover.example.org'\n",
    );
    expect((await get('/install.ps1', 'https://drover.example.org')).text).toBe(
      "$server = 'https://drover.example.org'\n",
    );
  });

  it('quotes the public URL, and ignores a host that could contain code', async () => {
    expect((await get('/install.sh', "https://x.org/'$(id)")).text).toBe(
      String.raw`server='https://x.org/'\''$(id)'` + '\n',
    );
    expect((await get('/install.ps1', "https://x.org/'")).text).toBe("$server = 'https://x.org/'''\n");
    expect((await get('/install.sh').set('Host', "x';id;'")).text).toBe("server='http://localhost:3000'\n");
  });
});
