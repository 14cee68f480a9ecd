import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { AppContext } from '../context/app-context';

/** Lets pages load only files of this server. The headers that require HTTPS are sent only if PUBLIC_URL uses HTTPS. */
export function securityHeaders({ settings }: AppContext): RequestHandler {
  const isHttps = settings.PUBLIC_URL?.startsWith('https:') ?? false;
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures among artifacts are drawn from blobs.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
    strictTransportSecurity: isHttps,
  });
}
