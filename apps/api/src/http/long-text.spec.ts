import type { Request } from 'express';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '../errors/api-error';
import { countByTurn } from '../testing/count-by-turn';
import { readLongText } from './long-text';

const bytes = 4 * 1024 ** 2;

describe('readLongText', () => {
  it('reads at most two chunks in each turn of the event loop', async () => {
    const parts = countByTurn();
    const foreground = { untilIdle: async () => parts.note() };
    const limits = { maxBytes: bytes, tooLarge: new ApiError('tooLarge'), foreground };
    const server = createServer((request, response) => {
      void readLongText(request as Request, limits).then((text) => response.end(String(text.length)));
    }).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const client = send({ port, host: '127.0.0.1', method: 'POST' });
      client.end(`"${'a'.repeat(bytes - 2)}"`);
      const [response] = (await once(client, 'response')) as [AsyncIterable<Buffer>];
      let answer = '';
      for await (const chunk of response) answer += String(chunk);
      expect(answer).toBe(String(bytes));
      expect(Math.max(...parts.counts)).toBeLessThanOrEqual(2);
    } finally {
      parts.end();
      server.close();
    }
  });
});
