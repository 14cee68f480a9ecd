import { Router } from 'express';
import type { AppContext } from '../context/app-context';
import { ApiError } from '../errors/api-error';

/** Serves the liveness probe, the readiness probe, and the metrics unless they have a port of their own. */
export function healthRoutes(context: AppContext, isDatabaseReady: () => Promise<boolean>): Router {
  const { registry } = context.metrics;
  const router = Router()
    .get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
    .get('/readyz', async (_request, response) => {
      const parts = { database: await isDatabaseReady(), bus: context.bus.isReady() };
      const missing = Object.entries(parts).filter(([, isReady]) => !isReady);
      if (missing.length > 0) {
        const names = missing.map(([name]) => name).join(' and the ');
        throw new ApiError('unavailable', {
          message: `The ${names} cannot be reached.`,
          retryAfterSeconds: 2,
        });
      }
      response.json({ status: 'ok', ...parts });
    });
  if (context.settings.METRICS_PORT !== undefined) return router;
  return router.get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  });
}
