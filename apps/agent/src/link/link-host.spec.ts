import { CLOSE_CODES } from '@drover/contract/link';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLinkHost } from './link-host';

describe('createLinkHost', () => {
  let server: Server;
  let status = '';

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    server.on('upgrade', (_request, connection) =>
      connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`),
    );
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  /** Resolves when a socket reports that it is closed. */
  function openAndWait(): Promise<[code: number, reason: string]> {
    const { port } = server.address() as AddressInfo;
    const nothing = () => undefined;
    return new Promise((resolve) =>
      createLinkHost('token').openSocket(`ws://127.0.0.1:${port}`, {
        ...{ onOpen: nothing, onAlive: nothing, onFrame: nothing },
        onClosed: (code, reason) => resolve([code, reason]),
      }),
    );
  }

  it.each([
    { answer: '429 Too Many Requests', code: 1006 },
    { answer: '503 Service Unavailable', code: 1006 },
    { answer: '401 Unauthorized', code: CLOSE_CODES.badCredential },
  ])('reports at once that the server answered $answer', async ({ answer, code }) => {
    status = answer;
    const reason = `the server responded with status ${answer.slice(0, 3)}`;
    expect(await openAndWait()).toEqual([code, reason]);
  });
});
