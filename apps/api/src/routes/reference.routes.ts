import { describeInterface } from '@drover/contract/reference/openapi';
import express, { Router } from 'express';
import { dirname } from 'node:path';
import type { AppContext } from '../context/app-context';
import { VERSION } from '../context/version';
import { referencePage } from '../reference/page';
import { startScript } from '../reference/start-script';
import { styleSheet } from '../reference/style-sheet';

const swaggerUi = dirname(require.resolve('swagger-ui-dist/package.json'));

/** Serves the API description and the reference page. All assets come from this server, so that it works offline. */
export function referenceRoutes(context: AppContext): Router {
  const assets = express.static(swaggerUi, { index: false, maxAge: '1d' });
  // Generated on the first request, because the listening address is only known then.
  let description: string | undefined;
  return Router()
    .get('/openapi.json', (_request, response) => {
      description ??= JSON.stringify(describeInterface({ url: context.publicUrl, version: VERSION }));
      response.type('application/json').send(description);
    })
    .get('/docs', (_request, response) => void response.type('html').send(referencePage))
    .get('/docs/start.js', (_request, response) => void response.type('text/javascript').send(startScript))
    .get('/docs/style.css', (_request, response) => void response.type('text/css').send(styleSheet))
    .use('/docs/swagger-ui', assets);
}
