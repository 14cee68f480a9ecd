import express, { Router, type Request } from 'express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the built console, beside that of the built server. */
const builtConsole = join(__dirname, '../web');

/** Paths that are never a page of the console. */
const notPages =
  /^\/(v1|api|docs|openapi\.json|scripts|healthz|readyz|metrics|assets|downloads|install\.sh|install\.ps1)(\/|$)/;

/** The worker that builds projects. It alone may compile WebAssembly. */
const wasmWorker = /\/assets\/bundler\.worker-[\w-]+\.js(\.gz)?$/;

const notBuilt = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Drover</title>
  <p>The console is not built. Run <code>npm start</code>, which builds it, or <code>npx nx build web</code>.
  The API reference is at <a href="/docs">/docs</a>.</p>
</html>
`;

/** Serves the files of the console, and its page for every other path that a browser opens. */
export function consoleRoutes(folder = builtConsole): Router {
  const files = express.static(folder, {
    index: false,
    setHeaders(response, path) {
      const [name, isCompressed] = path.endsWith('.gz') ? [path.slice(0, -3), true] : [path, false];
      if (isCompressed) response.type(name.slice(name.lastIndexOf('.'))).set('Content-Encoding', 'gzip');
      // Names of assets contain a hash of their content. Browsers revalidate other files each time.
      const isAsset = name.includes('/assets/');
      response.set('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isAsset) response.vary('Accept-Encoding');
      if (wasmWorker.test(path.replaceAll('\\', '/'))) {
        response.set('Content-Security-Policy', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
      }
    },
  });
  return (
    Router()
      .use('/assets', (request, _response, next) => {
        // WebAssembly is not there uncompressed.
        const isGzip = acceptsGzip(request) || request.path.endsWith('.wasm');
        if (isGzip && existsSync(join(folder, 'assets', `${request.path}.gz`))) request.url += '.gz';
        next();
      })
      .use(files)
      // Not `get`, because a router answers OPTIONS requests for its routes itself.
      .use((request, response, next) => {
        if (notPages.test(request.path) || !acceptsPage(request)) return next();
        response.set('Cache-Control', 'no-cache');
        const page = join(folder, 'index.html');
        if (existsSync(page)) response.sendFile(page, { cacheControl: false });
        else response.status(503).type('html').send(notBuilt);
      })
  );
}

function acceptsGzip({ headers }: Request): boolean {
  return /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '');
}

/**
 * Returns whether the client names HTML, as browsers do. Programs that accept anything get the start page, and a JSON
 * error for other paths.
 */
function acceptsPage({ method, headers, path }: Request): boolean {
  const isNamed = headers.accept?.includes('text/html') ?? false;
  return ['GET', 'HEAD'].includes(method) && (isNamed || path === '/');
}
