import { LIMITS } from '@drover/contract';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Service } from '../service';
import { ApiError } from './api-error';
import { policyOf } from './authenticate';

/** The minute that limits count in. */
export const windowMs = 60_000;

/** Requests a minute: per token in general; per address, and of those that failed, where a credential could be guessed. */
export function limitRates(service: Service): RequestHandler {
  const { RATE_LIMIT } = service.settings;
  if (RATE_LIMIT === 0) return (_request, _response, next) => next();
  const perToken = limiter(RATE_LIMIT, (request) => request.caller?.tokenId ?? addressOf(request));
  const perAddress = limitGuesses(service);
  return (request, response, next) =>
    (policyOf(request).rateLimit === 'credentials' ? perAddress : perToken)(request, response, next);
}

/** Requests of one address that may fail in a minute. */
export function limitGuesses({ settings }: Service): RequestHandler {
  if (settings.RATE_LIMIT === 0) return (_request, _response, next) => next();
  return limiter(LIMITS.credentialFailuresPerMinute, addressOf, true);
}

function limiter(limit: number, keyGenerator: (request: Request) => string, isForFailures = false) {
  return rateLimit({
    windowMs,
    limit,
    keyGenerator,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skipSuccessfulRequests: isForFailures,
    handler: () => {
      throw new ApiError('tooManyRequests');
    },
  });
}

function addressOf(request: Request): string {
  return ipKeyGenerator(request.ip ?? '');
}
