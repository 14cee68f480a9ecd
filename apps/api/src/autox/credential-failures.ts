import { LIMITS } from '@drover/contract';
import { ipKeyGenerator, type Options } from 'express-rate-limit';
import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context/app-context';
import { createCountStore, windowMs } from '../http/rate-limits';

/** Counts invalid enrolment keys from one address within the last minute. */
export interface CredentialFailures {
  isLimitReached(): Promise<boolean>;
  increment(): Promise<void>;
}

/**
 * Limits invalid enrolment keys on upgrade requests, which pass no middleware, as `limitCredentialFailures` does for
 * HTTP.
 */
export function countCredentialFailures(
  context: AppContext,
): (request: IncomingMessage) => CredentialFailures {
  const { settings } = context;
  const store = createCountStore(context);
  store.init({ windowMs } as Options);
  return (request) => {
    const address = ipKeyGenerator(clientAddress(request));
    return {
      isLimitReached: async () =>
        settings.RATE_LIMIT > 0 &&
        ((await store.get(address))?.totalHits ?? 0) >= LIMITS.credentialFailuresPerMinute,
      increment: async () => void (await store.increment(address)),
    };
  };
}

/** Returns the client's address. Only a proxy on this machine may set it by header. */
function clientAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = isLoopback(socket) && headers['x-forwarded-for']?.toString().split(',').pop()?.trim();
  return forwarded || (socket.remoteAddress ?? '');
}

export function isLoopback({ remoteAddress = '' }: IncomingMessage['socket']): boolean {
  return /^(::1$|::ffff:127\.|127\.)/.test(remoteAddress);
}
