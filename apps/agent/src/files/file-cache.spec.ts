import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileCache, FileError } from './file-cache';

let folder: string;
let logs: string[];
let requests: (string | undefined)[];
let caches: FileCache[];
/** What the server has, by SHA-256, and how it answers. */
let contents: Map<string, Buffer>;
let answer: (response: ServerResponse, content: Buffer, start: number) => void;

const send: typeof answer = (response, content, start) => {
  response.writeHead(start > 0 ? 206 : 200, {
    'Content-Length': content.length - start,
    ...(start > 0 && { 'Content-Range': `bytes ${start}-${content.length - 1}/${content.length}` }),
  });
  response.end(content.subarray(start));
};

/** Sends so many bytes, then cuts the connection. */
const cutAfter =
  (bytes: number): typeof answer =>
  (response, content, start) => {
    response.writeHead(start > 0 ? 206 : 200, {
      'Content-Length': content.length - start,
      ...(start > 0 && { 'Content-Range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    });
    response.write(content.subarray(start, start + bytes), () => setTimeout(() => response.destroy(), 20));
  };

const server = createServer((request: IncomingMessage, response) => {
  requests.push(request.headers.range);
  const content = contents.get(request.url?.split('/link/files/')[1] ?? '');
  if (!content) return void response.writeHead(404).end('{}');
  answer(response, content, Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-files-'));
  [logs, requests, caches, contents, answer] = [[], [], [], new Map(), send];
});
afterEach(() => {
  caches.forEach((cache) => cache.close());
  rmSync(folder, { recursive: true, force: true });
});

function openCache(options: { maxBytes?: number; refusalMs?: number } = {}): FileCache {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cache = new FileCache({
    ...{ folder: join(folder, 'files'), server: url, token: 'hmd_x', maxBytes: 1e9, minRetryMs: 10 },
    ...{ log: (sentence) => logs.push(sentence), ...options },
  });
  caches.push(cache);
  return cache;
}

function add(content: Buffer): string {
  const sha256 = createHash('sha256').update(content).digest('hex');
  contents.set(sha256, content);
  return sha256;
}

let copies = 0;
async function copy(
  cache: FileCache,
  sha256: string,
  signal = new AbortController().signal,
): Promise<Buffer> {
  const path = join(folder, `copy-${(copies += 1)}`);
  await cache.copy(sha256, path, signal);
  return readFileSync(path);
}

const cached = () => readdirSync(join(folder, 'files')).sort();

describe('the cache of input files', () => {
  it('downloads a content once, also for runs that need it at the same time', async () => {
    const content = randomBytes(300_000);
    const sha256 = add(content);
    const cache = openCache();
    const all = await Promise.all([copy(cache, sha256), copy(cache, sha256), copy(cache, sha256)]);
    expect(all.every((one) => one.equals(content))).toBe(true);
    expect((await copy(openCache(), sha256)).equals(content)).toBe(true);
    expect(requests).toEqual([undefined]);
  });

  it('copies an empty file', async () => {
    expect(await copy(openCache(), add(Buffer.alloc(0)))).toHaveLength(0);
  });

  it('continues where a connection ended, also after a restart', async () => {
    const content = randomBytes(500_000);
    const sha256 = add(content);
    answer = cutAfter(200_000);
    const first = openCache();
    const stopped = copy(first, sha256);
    while (requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    first.close();
    await expect(stopped).rejects.toThrow();
    answer = send;
    expect((await copy(openCache(), sha256)).equals(content)).toBe(true);
    expect(requests.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
    expect(logs[0]).toMatch(/^An input file waits, because its download failed: .+\.$/);
    expect(cached()).toEqual([sha256]);
  });

  it('downloads again what arrived damaged, and gives up in the end', async () => {
    const content = randomBytes(1000);
    const sha256 = add(content);
    answer = (response) => {
      answer = send;
      send(response, randomBytes(1000), 0);
    };
    expect((await copy(openCache(), sha256)).equals(content)).toBe(true);
    const other = add(randomBytes(1000));
    contents.set(other, randomBytes(1000));
    await expect(copy(openCache(), other)).rejects.toThrow('it arrived damaged three times');
    expect(cached()).toEqual([sha256]);
  });

  it('downloads again what the disk has changed', async () => {
    const content = randomBytes(1000);
    const sha256 = add(content);
    await copy(openCache(), sha256);
    writeFileSync(join(folder, 'files', sha256), 'changed');
    expect((await copy(openCache(), sha256)).equals(content)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('fails at once for a file that the server does not have', async () => {
    const failure = copy(openCache(), '0'.repeat(64));
    await expect(failure).rejects.toThrow(FileError);
    await expect(failure).rejects.toThrow('the server no longer has it');
  });

  it('fails if the server refuses for too long, with the message of the server', async () => {
    const sha256 = add(Buffer.from('a'));
    answer = (response) => response.writeHead(503).end('{"message":"The storage is unavailable."}');
    const failure = copy(openCache({ refusalMs: 50 }), sha256);
    await expect(failure).rejects.toThrow('the server does not send it: The storage is unavailable');
  });

  it('does not hold up a run that was stopped', async () => {
    const sha256 = add(Buffer.from('a'));
    answer = () => undefined;
    const stop = new AbortController();
    const waiting = copy(openCache(), sha256, stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 20);
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('deletes what was used least recently, and refuses what does not fit', async () => {
    const cache = openCache({ maxBytes: 2500 });
    const [first, second, third] = [1, 2, 3].map(() => add(randomBytes(1000)));
    await copy(cache, first);
    await copy(cache, second);
    utimesSync(join(folder, 'files', first), new Date(1000), new Date(1000));
    await copy(cache, third);
    expect(cached()).toEqual([second, third].sort());
    await expect(copy(cache, add(randomBytes(2501)))).rejects.toThrow('the device keeps at most');
    expect(statSync(join(folder, 'files', third)).size).toBe(1000);
  });
});
