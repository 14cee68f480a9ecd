/** A bare HTTP server that streams each body into a new file and flushes it. It checks and records nothing. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.env.UPLOAD_FOLDER ?? '';
let files = 0;

async function store(request: IncomingMessage): Promise<void> {
  const path = join(folder, String((files += 1)));
  await pipeline(request, createWriteStream(path, { flush: true }));
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const server = createServer((request, response) => {
    store(request).then(
      () => response.end(),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.({ port: (server.address() as AddressInfo).port });
}

process.on('disconnect', () => process.exit());
void main();
