import type { Request } from 'express';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '../errors/api-error';
import { readLongText } from './long-text';

const bytes = 4 * 1024 ** 2;

/** Counts the calls of `note` in each turn of the event loop, until `end` is called. */
function countByTurn() {
  const counts = [0];
  const advance = () => {
    counts.push(0);
    immediate = setImmediate(advance);
  };
  let immediate = setImmediate(advance);
  return { counts, note: () => void (counts[counts.length - 1] += 1), end: () => clearImmediate(immediate) };
}

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
