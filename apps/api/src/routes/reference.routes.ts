import { Router } from 'express';
import type { AppContext } from '../context/app-context';
import { VERSION } from '../context/version';
import { describeService, type Description } from '../reference/description';
import { renderReference } from '../reference/page';
import { script } from '../reference/script';
import { styleSheet } from '../reference/style-sheet';

/** Serves the API description and the reference page. All assets come from this server, so that it works offline. */
export function referenceRoutes(context: AppContext): Router {
  // Generated on the first request, because the listening address is only known then.
  let description: Description | undefined;
  const describe = () => (description ??= describeService({ url: context.publicUrl, version: VERSION }));
  let text: string | undefined;
  let page: string | undefined;
  return Router()
    .get('/openapi.json', (_request, response) => {
      response.type('application/json').send((text ??= JSON.stringify(describe())));
    })
    .get('/docs', (_request, response) => {
      response.type('html').send((page ??= renderReference(describe())));
    })
    .get('/docs/script.js', (_request, response) => void response.type('text/javascript').send(script))
    .get('/docs/style.css', (_request, response) => void response.type('text/css').send(styleSheet));
}
