import { FileCache } from '@drover/agent/files';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import type { Benchmark } from './benchmark';
import { insertDevices } from './devices';
import { atMost, type Figure } from './figures';
import { residentBytes } from './memory';
import { runnerOf } from './runs';
import { openStage, type PostgresStage } from './stage';

const megabyte = 1024 ** 2;
const fileBytes = 2 * megabyte;
const devicesCount = 1000;

/** Devices that download at the same time. */
const atOnce = 100;

/** HTTP headers of a download, at most. */
const headerBytes = 2000;

export const inputFiles: Benchmark = {
  name: 'input-files',
  title: 'Input files',
  description:
    "1,000 devices, 100 at a time, each get a file of 2 MB for a run, with the agent's cache and download, through a proxy that " +
    'counts what the server sends. Then each gets a copy for a second run. Baseline: the size of the file, once per device.',
  async measure() {
    const stage = await openStage();
    const counter = await Counter.listen(Number(new URL(stage.url).port));
    try {
      return await measureDownloads(stage, counter);
    } finally {
      counter.close();
      await stage.close();
    }
  },
};

async function measureDownloads(stage: PostgresStage, counter: Counter): Promise<Figure[]> {
  const { drover, folder, pid } = stage;
  const deviceIds = await insertDevices(stage, devicesCount);
  const file = await drover.inputFiles.upload(new Blob([randomBytes(fileBytes)]), { name: 'list.bin' });
  // The devices are offline, so their runs stay open.
  await (
    await runnerOf(stage, deviceIds, { list: { ...file } })
  )();
  const devices = JSON.parse(readFileSync(join(folder, 'devices/simulated.json'), 'utf8')) as {
    token: string;
  }[];
  const before = residentBytes(pid);
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid))), 100);
  const bytes = { first: 0, second: 0 };
  const left = [...devices];
  const serveNext = async (): Promise<void> => {
    for (let device = left.pop(); device; device = left.pop()) {
      const copies = await getTwice(device.token, { folder, sha256: file.$file, port: counter.port });
      bytes.first += copies[0];
      bytes.second += copies[1];
    }
  };
  await Promise.all(Array.from({ length: atOnce }, serveNext));
  clearInterval(timer);
  const expected = devicesCount * fileBytes;
  const received = counter.bytes;
  if (bytes.first !== expected || bytes.second !== expected) throw new Error('A copy is not complete.');
  return [
    {
      name: 'sent to 1,000 devices for two runs each',
      unit: 'MB',
      ...{ drover: received / megabyte, baseline: expected / megabyte },
      target: atMost(
        received,
        expected + devicesCount * headerBytes,
        'the file and 2 kB of headers per device',
      ),
      details: `${received.toLocaleString('en')} bytes, headers included, for ${expected.toLocaleString('en')} bytes of content`,
    },
    {
      name: "growth of the server's memory meanwhile",
      unit: 'MB',
      drover: (peak - before) / megabyte,
      target: atMost(peak - before, 150 * megabyte, '150 MB'),
      details: `from ${Math.round(before / megabyte)} to ${Math.round(peak / megabyte)} MB at most; 100 files at once are 200 MB`,
    },
  ];
}

/** Gets the file for two runs of a device. Returns the bytes of the copies. */
async function getTwice(
  token: string,
  { folder, sha256, port }: { folder: string; sha256: string; port: number },
): Promise<number[]> {
  const own = join(folder, 'caches', token.slice(-8));
  await mkdir(own, { recursive: true });
  const cache = new FileCache({
    ...{ folder: join(own, 'cache'), maxBytes: Infinity, server: `http://127.0.0.1:${port}`, token },
    log: (sentence) => console.error(sentence),
  });
  const sizes: number[] = [];
  for (const run of ['first', 'second']) {
    await cache.copy(sha256, join(own, run), new AbortController().signal);
    sizes.push(readFileSync(join(own, run)).length);
  }
  cache.close();
  rmSync(own, { recursive: true });
  return sizes;
}

/** A proxy that counts the bytes from the server. */
class Counter {
  bytes = 0;
  private readonly server: Server;

  private constructor(target: number) {
    this.server = createServer((client) => {
      const server = connect(target, '127.0.0.1');
      server.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
      client.pipe(server).pipe(client);
      for (const socket of [client, server]) {
        socket
          .on('error', () => undefined)
          .on('close', () => [client, server].forEach((end) => end.destroy()));
      }
    });
  }

  static async listen(target: number): Promise<Counter> {
    const counter = new Counter(target);
    counter.server.listen(0, '127.0.0.1');
    await once(counter.server, 'listening');
    return counter;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
  }
}
