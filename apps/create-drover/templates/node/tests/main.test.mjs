import { runScript } from '@drover/script-testing';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';

/**
 * Starts a page that responds with a status.
 * @param {number} status
 */
async function startPage(status) {
  const server = createServer((_request, response) => void response.writeHead(status).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

test('reports a page that is up', async () => {
  const page = await startPage(200);
  const run = await runScript('.', { env: { url: page.url } });
  page.stop();
  assert.equal(run.state, 'succeeded', run.reason ?? '');
  assert.deepEqual(run.result, { isUp: true, status: 200 });
  assert.deepEqual(run.logs, [{ level: 'info', text: `${page.url} responded with 200` }]);
  assert.deepEqual(run.messages, []);
});

test('counts failures, and sends a message', async () => {
  const page = await startPage(503);
  const run = await runScript('.', { env: { url: page.url }, store: { script: { failures: 2 } } });
  page.stop();
  assert.deepEqual(run.result, { isUp: false, status: 503, failures: 3 });
  assert.deepEqual(run.store.script, { failures: 3 });
  assert.equal(run.messages[0]?.title, 'Page is down');
});

test('fails if there is no page', async () => {
  const page = await startPage(200);
  page.stop();
  const run = await runScript('.', { env: { url: page.url } });
  assert.equal(run.state, 'failed');
  assert.equal(run.failedStep, 'Load the page');
});
