import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A script in the style of public ones. It reads the variables of `PublicStyleService` and `key`, which is unique. */
export interface PublicStyleScript {
  name: string;
  code: string;
  /** The lines that it logs, which its comments `//> …` say. */
  log: string[];
}

/** Returns the scripts in the folder `public-style`. */
export function readPublicStyleScripts(): PublicStyleScript[] {
  const folder = join(__dirname, 'public-style');
  return readdirSync(folder).map((name) => {
    const code = readFileSync(join(folder, name), 'utf8');
    return { name, code, log: Array.from(code.matchAll(/^\/\/> (.*)$/gm), ([, line]) => line) };
  });
}

/** The service that the scripts call. */
export interface PublicStyleService {
  url: string;
  /** A port that refuses connections. */
  closedPort: number;
  close: () => void;
}

/** Starts the service that the scripts call. */
export async function startPublicStyleService(): Promise<PublicStyleService> {
  const service = createServer((request, response) => void answer(request, response));
  const closed = createServer();
  const [port, closedPort] = [await listen(service), await listen(closed)];
  closed.close();
  return {
    url: `http://127.0.0.1:${port}`,
    closedPort,
    close: () => {
      service.closeAllConnections();
      service.close();
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

/** Answers with what it received, or with fixed content. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  const { method, headers, url: path = '' } = request;
  if (path === '/script') {
    response.end("log('from the server with ' + engines.myEngine().execArgv.n);");
  } else if (path === '/bytes') response.end(Buffer.from([0, 127, 128, 255]));
  else if (path === '/gbk') {
    response.setHeader('Content-Type', 'text/html; charset=gbk');
    response.end(Buffer.from('c4e3bac3', 'hex'));
  } else if (path !== '/hang') {
    response.statusCode = path.startsWith('/echo') ? 200 : 404;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ method, headers, body }));
  }
}
