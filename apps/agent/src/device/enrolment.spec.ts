import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { enrol, EnrolmentError } from './enrolment';

const device = { _id: '0'.repeat(24), name: 'a device' };

/** Starts a server that gives these answers, the last one again and again. Returns its URL and how many it gave. */
async function serve(...answers: ((response: ServerResponse) => void)[]) {
  let requests = 0;
  const server = createServer((_request, response) => {
    const answer = answers[Math.min(requests, answers.length - 1)];
    requests += 1;
    answer?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests: () => requests, close: () => server.close() };
}

const busy = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'Retry-After': '1' }).end('{"message":"Too many requests."}');
const accept = (response: ServerResponse) =>
  response.writeHead(201).end(JSON.stringify({ device, token: 'hmd_1' }));

describe('enrol', () => {
  it.each([429, 503])('waits and tries again while the server answers %d', async (status) => {
    const server = await serve(busy(status), busy(status), accept);
    const waits: number[] = [];
    const startedAt = performance.now();
    const credential = await enrol({ server: server.url, key: 'K' }, (_error, seconds) =>
      waits.push(seconds),
    );
    expect(credential).toEqual({
      server: server.url,
      deviceId: device._id,
      name: device.name,
      token: 'hmd_1',
    });
    expect(waits).toEqual([1, 1]);
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    server.close();
  });

  it('gives up if the server refuses the key', async () => {
    const server = await serve((response) =>
      response.writeHead(401).end('{"message":"The key has expired."}'),
    );
    await expect(enrol({ server: server.url, key: 'K' })).rejects.toEqual(
      new EnrolmentError('The key has expired.'),
    );
    expect(server.requests()).toBe(1);
    server.close();
  });
});
