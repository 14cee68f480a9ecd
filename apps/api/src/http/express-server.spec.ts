import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createExpressServer } from './express-server';

test('createExpressServer creates requests and responses with the prototypes of Express', async () => {
  const { app, server } = createExpressServer();
  const before: unknown[] = [];
  server.prependListener('request', (...messages) => {
    before.push(...messages.map((message) => Object.getPrototypeOf(message) as unknown));
  });
  app.get('/:name', (request, response) => {
    const prototypes = [request, response].map((message) => Object.getPrototypeOf(message) as unknown);
    const isUnchanged = prototypes.every((prototype, index) => prototype === before[index]);
    response.json({
      isUnchanged,
      name: request.params.name,
      app: request.app === app && response.app === app,
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/drover`);
  server.close();
  expect(await answer.json()).toEqual({ isUnchanged: true, name: 'drover', app: true });
});

it('keeps idle connections open for longer than proxies do, and tells clients how long', async () => {
  const { app, server } = createExpressServer();
  app.get('/', (_request, response) => void response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  server.close().closeAllConnections();
  expect(headers.get('keep-alive')).toBe('timeout=130');
});
