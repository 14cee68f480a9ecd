import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Service } from '../service';

/** Pages load what this service serves and nothing else. What asks for HTTPS is sent where people reach it by HTTPS. */
export function securityHeaders({ settings }: Service): RequestHandler {
  const isHttps = settings.PUBLIC_URL?.startsWith('https:') ?? false;
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
    strictTransportSecurity: isHttps,
  });
}
