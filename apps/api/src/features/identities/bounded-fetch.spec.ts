import { BUDGET } from '@drover/contract/budget';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundedFetch } from './bounded-fetch';

const max = BUDGET.providerAnswerBytes.max;

const provider = createServer((request, response) => {
  const bytes = Number(request.url?.slice(1));
  if (bytes > 0) response.writeHead(200, { 'Content-Type': 'text/plain' }).end('a'.repeat(bytes));
  else response.writeHead(204).end();
});

beforeAll(async () => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
afterAll(() => {
  provider.close();
  provider.closeAllConnections();
});

const get = (bytes: number) =>
  boundedFetch(`http://127.0.0.1:${(provider.address() as AddressInfo).port}/${bytes}`, {
    ...{ method: 'GET', headers: {}, body: undefined, redirect: 'manual' },
  });

it('returns a response of the maximum size, and one without a body', async () => {
  const response = await get(max);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain');
  expect(await response.text()).toHaveLength(max);
  expect((await get(0)).status).toBe(204);
});

it('refuses an answer that is one byte larger', async () => {
  await expect(get(max + 1)).rejects.toThrow(`more than ${max} bytes`);
});
