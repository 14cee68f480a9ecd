import { BUDGET } from '@drover/contract/budget';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, MemoryStore, rateLimit } from 'express-rate-limit';
import type { AppContext } from '../context/app-context';
import { ApiError } from '../errors/api-error';
import { CredentialAttempts } from './credential-attempts';
import { policyOf } from './route-policy';

/** The time window in which requests are counted. */
const windowMs = 60_000;

const failurePolicy = `"failures"; q=${BUDGET.httpCredentialFailures.max}; w=${windowMs / 1000}`;

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
  const attempts = new CredentialAttempts(context);
  return async (request, response, next) => {
    const address = addressOf(request);
    const end = await attempts.start(address);
    const { remaining, resetSeconds } = attempts.state(address);
    response.set('RateLimit-Policy', failurePolicy);
    response.set('RateLimit', `"failures"; r=${remaining}; t=${resetSeconds}`);
    if (!end) throw new ApiError('tooManyRequests', { retryAfterSeconds: resetSeconds });
    // The client left while its request waited.
    if (response.closed) return end(false);
    response.once('close', () => end(hasFailed(response)));
    next();
  };
}

/** Whether an attempt failed. One whose client did not wait for the response may have. */
function hasFailed({ statusCode, writableFinished }: Response): boolean {
  return !writableFinished || (statusCode >= 400 && statusCode < 500);
}

/** Limits the requests per minute of a token that is not an access token. */
export function limitTokenRate(
  context: AppContext,
  keyGenerator: (request: Request, response: Response) => string,
): RequestHandler {
  const { RATE_LIMIT: limit } = context.settings;
  if (limit === 0) return (_request, _response, next) => next();
  return createLimiter(context, { limit, keyGenerator });
}

/** Creates a store for the counts of the current window. Its timer stops with the server. */
function createCountStore({ onClose }: AppContext): MemoryStore {
  const store = new MemoryStore();
  onClose(() => store.shutdown());
  return store;
}

interface LimiterOptions {
  limit: number;
  keyGenerator: (request: Request, response: Response) => string;
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
