import { freePort } from '../testing/ports';
import { startTestServer } from '../testing/test-server';

it('serves metrics on METRICS_PORT only', async () => {
  const port = await freePort();
  const server = await startTestServer({ METRICS_PORT: String(port) });
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(metrics.status).toBe(200);
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await metrics.text()).toContain('drover_connected_devices 0');
  expect((await fetch(`http://127.0.0.1:${port}/v1/devices`)).status).toBe(404);
  await server.request().get('/metrics').expect(404);
  await server.request().get('/readyz').expect(200);

  await expect(startTestServer({ METRICS_PORT: String(port) })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use. Set METRICS_PORT to another port.`,
  );
  await server.close();
});
