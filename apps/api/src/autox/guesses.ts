import { LIMITS } from '@drover/contract';
import { ipKeyGenerator, MemoryStore, type Options } from 'express-rate-limit';
import type { IncomingMessage } from 'node:http';
import { windowMs } from '../http/rate-limits';
import type { Service } from '../service';

/** Keys that an address has tried in vain. */
export interface Guesses {
  areTooMany(): Promise<boolean>;
  count(): Promise<void>;
}

/** Bounds the guessing of keys on the way that no middleware guards, as `limitGuesses` does for requests. */
export function countGuesses({ settings }: Service): (request: IncomingMessage) => Guesses {
  const store = new MemoryStore();
  store.init({ windowMs } as Options);
  return (request) => {
    const address = ipKeyGenerator(clientOf(request));
    return {
      areTooMany: async () =>
        settings.RATE_LIMIT > 0 &&
        ((await store.get(address))?.totalHits ?? 0) >= LIMITS.credentialFailuresPerMinute,
      count: async () => void (await store.increment(address)),
    };
  };
}

/** A proxy on this machine may say for whom it asks. */
function clientOf({ headers, socket }: IncomingMessage): string {
  const forwarded = isLoopback(socket) && headers['x-forwarded-for']?.toString().split(',').pop()?.trim();
  return forwarded || (socket.remoteAddress ?? '');
}

export function isLoopback({ remoteAddress = '' }: IncomingMessage['socket']): boolean {
  return /^(::1$|::ffff:127\.|127\.)/.test(remoteAddress);
}
