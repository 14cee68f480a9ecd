import express from 'express';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { gzipSync } from 'node:zlib';
import { consoleRoutes } from './console';

const folder = mkdtempSync(join(tmpdir(), 'drover-console-'));
const script = 'console.log("hello")';
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<title>Console</title>');
writeFileSync(join(folder, 'theme.js'), script);
writeFileSync(join(folder, 'assets/main-abc.js'), script);
writeFileSync(join(folder, 'assets/main-abc.js.gz'), gzipSync(script));
afterAll(() => rmSync(folder, { recursive: true }));

const app = (from: string) => express().use(consoleRoutes(from));
const open = (path: string, from = folder) => supertest(app(from)).get(path).set('Accept', 'text/html,*/*');

describe('the console', () => {
  it.each(['/', '/devices', '/devices/65f1c0ffee65f1c0ffee65f1', '/no/such/page'])(
    'serves its page at %s',
    async (path) => {
      const { status, text, headers } = await open(path);
      expect([status, text]).toEqual([200, '<title>Console</title>']);
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  it.each([
    '/v1/none',
    '/api/v1/none',
    '/docs/none',
    '/scripts/none',
    '/healthz/none',
    '/assets/none.js',
    '/downloads/none',
  ])('does not serve its page at %s', async (path) => {
    expect((await open(path)).status).toBe(404);
  });

  it('serves other pages only to clients that name HTML', async () => {
    expect((await supertest(app(folder)).get('/devices').set('Accept', 'application/json')).status).toBe(404);
    expect((await supertest(app(folder)).get('/devices').set('Accept', '*/*')).status).toBe(404);
  });

  it('serves the start page to programs that accept anything', async () => {
    expect((await supertest(app(folder)).get('/').set('Accept', '*/*')).status).toBe(200);
  });

  it('serves its page only for GET and HEAD', async () => {
    for (const method of ['options', 'post', 'delete'] as const) {
      expect((await supertest(app(folder))[method]('/devices').set('Accept', 'text/html')).status).toBe(404);
    }
    expect((await supertest(app(folder)).head('/devices').set('Accept', 'text/html')).status).toBe(200);
  });

  it('lets only the worker that builds projects compile WebAssembly', async () => {
    const policyOf = async (path: string) => (await open(path)).headers['content-security-policy'] ?? '';
    for (const name of ['assets/bundler.worker-abc.js', 'assets/language.worker-abc.js']) {
      writeFileSync(join(folder, name), script);
    }
    expect(await policyOf('/assets/bundler.worker-abc.js')).toContain("'wasm-unsafe-eval'");
    expect(await policyOf('/assets/language.worker-abc.js')).toBe('');
    expect(await policyOf('/')).toBe('');
  });

  it('serves WebAssembly that is there compressed only', async () => {
    writeFileSync(join(folder, 'assets/tool-abc.wasm.gz'), gzipSync('wasm'));
    const { status, headers } = await open('/assets/tool-abc.wasm').set('Accept-Encoding', 'identity');
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([
      ...[200, 'application/wasm', 'gzip'],
    ]);
  });

  it('serves compressed assets that browsers cache permanently', async () => {
    const { headers, text } = await supertest(app(folder)).get('/assets/main-abc.js');
    expect(text).toBe(script);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
  });

  it('serves uncompressed assets to clients without gzip', async () => {
    const request = supertest(app(folder)).get('/assets/main-abc.js').set('Accept-Encoding', 'identity');
    const { headers, text } = await request;
    expect([text, headers['content-encoding']]).toEqual([script, undefined]);
  });

  it('serves other files with revalidation', async () => {
    const { headers, text } = await supertest(app(folder)).get('/theme.js');
    expect([text, headers['cache-control']]).toEqual([script, 'no-cache']);
  });

  it('explains how to build it if it is not built', async () => {
    const { status, text } = await open('/', join(folder, 'none'));
    expect(status).toBe(503);
    expect(text).toContain('npm start');
  });

  it('serves no files outside its folder', async () => {
    for (const path of ['/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd']) {
      expect((await supertest(app(folder)).get(path)).text).not.toContain('"name"');
    }
  });
});
