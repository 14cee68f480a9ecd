import express, { Router, type Request } from 'express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the server, as both are built. */
const builtConsole = join(__dirname, '../web');

/** Paths that are never a page of the console, whoever asks. */
const notPages = /^\/(v1|api|docs|openapi\.json|scripts|healthz|readyz|metrics|assets)(\/|$)/;

const notBuilt = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Drover</title>
  <p>The console is not built. Run <code>npm start</code>, which builds it, or <code>npx nx build web</code>.
  The reference of the interface is at <a href="/docs">/docs</a>.</p>
</html>
`;

/** The console: its files, and its one page at every address that a browser opens and nothing else answers. */
export function consoleRoutes(folder = builtConsole): Router {
  const files = express.static(folder, {
    index: false,
    setHeaders(response, path) {
      const [name, isPacked] = path.endsWith('.gz') ? [path.slice(0, -3), true] : [path, false];
      if (isPacked) response.type(name.slice(name.lastIndexOf('.'))).set('Content-Encoding', 'gzip');
      // Names of assets have the hash of what is in them; other files are asked for again each time.
      const isAsset = name.includes('/assets/');
      response.set('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isAsset) response.vary('Accept-Encoding');
    },
  });
  return (
    Router()
      .use('/assets', (request, _response, next) => {
        if (takesGzip(request) && existsSync(join(folder, 'assets', `${request.path}.gz`)))
          request.url += '.gz';
        next();
      })
      .use(files)
      // Not `get`: a router answers OPTIONS of what it gets by itself.
      .use((request, response, next) => {
        if (notPages.test(request.path) || !wantsPage(request)) return next();
        response.set('Cache-Control', 'no-cache');
        const page = join(folder, 'index.html');
        if (existsSync(page)) response.sendFile(page, { cacheControl: false });
        else response.status(503).type('html').send(notBuilt);
      })
  );
}

function takesGzip({ headers }: Request): boolean {
  return /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '');
}

/** Browsers ask for HTML by name; programs that take anything get the error that they can read. */
function wantsPage({ method, headers }: Request): boolean {
  return ['GET', 'HEAD'].includes(method) && (headers.accept?.includes('text/html') ?? false);
}
