import { Router } from 'express';
import type { Service } from '../service';
import { ApiError } from './api-error';

/** Whether the process lives, whether it can work, and its numbers. */
export function healthRoutes(service: Service, isDatabaseReady: () => Promise<boolean>): Router {
  const { registry } = service.metrics;
  return Router()
    .get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
    .get('/readyz', async (_request, response) => {
      const parts = { database: await isDatabaseReady(), bus: service.bus.isReady() };
      const missing = Object.entries(parts).filter(([, isReady]) => !isReady);
      if (missing.length > 0) {
        const names = missing.map(([name]) => name).join(' and the ');
        throw new ApiError('unavailable', {
          message: `The ${names} cannot be reached.`,
          retryAfterSeconds: 2,
        });
      }
      response.json({ status: 'ok', ...parts });
    })
    .get('/metrics', async (_request, response) => {
      response.type(registry.contentType).send(await registry.metrics());
    });
}
