import { LIMITS } from '@drover/contract';
import type { Service } from '../service';
import type { Claimed } from './claim';
import { post, type WebhookAnswer } from './request';
import { aboutSecret, signedHeaders } from './signing';
import { ForbiddenTarget, lookupFor } from './targets';

/** What came of a request. */
export interface Attempt {
  headers: Record<string, string>;
  answer: WebhookAnswer | null;
  durationMs: number;
  /** Why it failed; null where the target took it. */
  error: string | null;
}

/** Makes the request, and tells what came of it whatever that is. */
export async function attemptDelivery(
  service: Service,
  { id, webhookId, body, url, secrets: sealed }: Claimed,
  closing: AbortSignal,
): Promise<Attempt> {
  const begun = performance.now();
  let headers = {};
  const timeout = AbortSignal.timeout(LIMITS.webhookTimeoutSeconds * 1000);
  const signal = AbortSignal.any([closing, timeout]);
  const ended = () => ({ headers, durationMs: Math.round(performance.now() - begun) });
  try {
    const about = aboutSecret(webhookId);
    const secrets = await Promise.all(sealed.map((secret) => service.vault.open(secret, about)));
    headers = signedHeaders(secrets, { id, body, at: new Date() });
    const target = new URL(url);
    const lookup = lookupFor(service, target);
    const answer = await post({ url: target, headers, body, lookup, signal });
    return { ...ended(), answer, error: errorOf(answer) };
  } catch (error) {
    const isLate = timeout.aborted && `no answer within ${LIMITS.webhookTimeoutSeconds} s`;
    return { ...ended(), answer: null, error: isLate || describeFailure(error) };
  }
}

function errorOf({ status, headers }: WebhookAnswer): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
  return isRedirect ? `redirects are not followed (status ${status})` : `answered with status ${status}`;
}

/** What went wrong on the way, by the codes of Node. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host could not be looked up',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
};

function describeFailure(error: unknown): string {
  if (error instanceof ForbiddenTarget) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
