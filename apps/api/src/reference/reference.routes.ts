import { describeInterface } from '@drover/contract/reference/openapi';
import express, { Router } from 'express';
import { dirname } from 'node:path';
import type { Service } from '../service';
import { VERSION } from '../version';
import { referencePage } from './page';
import { startScript } from './start-script';
import { styleSheet } from './style-sheet';

const swaggerUi = dirname(require.resolve('swagger-ui-dist/package.json'));

/** The description of the interface, and the pages that show it: all from this service, so that they work offline. */
export function referenceRoutes(service: Service): Router {
  const assets = express.static(swaggerUi, { index: false, maxAge: '1d' });
  // Made at the first request: only then is it certain where the service listens.
  let description: string | undefined;
  return Router()
    .get('/openapi.json', (_request, response) => {
      description ??= JSON.stringify(describeInterface({ url: service.publicUrl, version: VERSION }));
      response.type('application/json').send(description);
    })
    .get('/docs', (_request, response) => void response.type('html').send(referencePage))
    .get('/docs/start.js', (_request, response) => void response.type('text/javascript').send(startScript))
    .get('/docs/style.css', (_request, response) => void response.type('text/css').send(styleSheet))
    .use('/docs/swagger-ui', assets);
}
