import { createServer } from 'node:http';
import type { AppContext } from '../context/app-context';
import { listen } from './listen';

/** Serves `/metrics` on a port of its own, which a proxy does not publish. Returns the function that closes it. */
export async function startMetricsServer({ settings, metrics, log }: AppContext): Promise<() => unknown> {
  const { HOST, METRICS_PORT } = settings;
  if (METRICS_PORT === undefined) return () => undefined;
  const { registry } = metrics;
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'could not read the metrics');
        response.writeHead(503).end();
      },
    );
  });
  await listen(server, { host: HOST, port: METRICS_PORT, setting: 'METRICS_PORT' });
  return () => server.close().closeAllConnections();
}
