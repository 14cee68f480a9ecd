import { LIMITS } from '@drover/contract';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, MemoryStore, rateLimit } from 'express-rate-limit';
import type { AppContext } from '../context/app-context';
import { ApiError } from '../errors/api-error';
import { policyOf } from './route-policy';

/** The time window in which requests are counted. */
export const windowMs = 60_000;

/**
 * Limits requests per minute: in general those of each token. On routes that accept credentials, it limits failed
 * requests per IP address instead.
 */
export function limitRates(context: AppContext): RequestHandler {
  const { RATE_LIMIT } = context.settings;
  if (RATE_LIMIT === 0) return (_request, _response, next) => next();
  const perToken = createLimiter(context, {
    limit: RATE_LIMIT,
    keyGenerator: (request) => request.caller?.tokenId ?? addressOf(request),
  });
  const perAddress = limitCredentialFailures(context);
  return (request, response, next) =>
    (policyOf(request).rateLimit === 'credentials' ? perAddress : perToken)(request, response, next);
}

/** Limits the failed requests per minute of an IP address, so that credentials cannot be guessed. */
export function limitCredentialFailures(context: AppContext): RequestHandler {
  if (context.settings.RATE_LIMIT === 0) return (_request, _response, next) => next();
  return createLimiter(context, {
    limit: LIMITS.credentialFailuresPerMinute,
    keyGenerator: addressOf,
    skipSuccessfulRequests: true,
  });
}

/** Creates a store for the counts of the current window. Its timer stops with the server. */
export function createCountStore({ onClose }: AppContext): MemoryStore {
  const store = new MemoryStore();
  onClose(() => store.shutdown());
  return store;
}

interface LimiterOptions {
  limit: number;
  keyGenerator: (request: Request) => string;
  skipSuccessfulRequests?: boolean;
}

function createLimiter(context: AppContext, options: LimiterOptions) {
  return rateLimit({
    ...options,
    windowMs,
    store: createCountStore(context),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: () => {
      throw new ApiError('tooManyRequests');
    },
  });
}

function addressOf(request: Request): string {
  return ipKeyGenerator(request.ip ?? '');
}
