import { LIMITS } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import type { ClaimedDelivery } from './claim';
import { post, type WebhookAnswer } from './request';
import { aboutSecret, signedHeaders } from './signing';
import { ForbiddenTarget, lookupFor } from './targets';

/** The result of a request. */
export interface Attempt {
  headers: Record<string, string>;
  answer: WebhookAnswer | null;
  durationMs: number;
  /** Why the request failed. Null if it succeeded. */
  error: string | null;
}

/** Sends the request. Returns failures as results, too, and never throws. */
export async function attemptDelivery(
  context: AppContext,
  { id, webhookId, body, url, secrets: sealed }: ClaimedDelivery,
  closing: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now();
  let headers = {};
  const timeout = AbortSignal.timeout(LIMITS.webhookTimeoutSeconds * 1000);
  const signal = AbortSignal.any([closing, timeout]);
  const timing = () => ({ headers, durationMs: Math.round(performance.now() - startedAt) });
  try {
    const about = aboutSecret(webhookId);
    const secrets = await Promise.all(sealed.map((secret) => context.vault.open(secret, about)));
    headers = signedHeaders(secrets, { id, body, at: new Date() });
    const target = new URL(url);
    const lookup = lookupFor(context, target);
    const answer = await post({ url: target, headers, body, lookup, signal });
    return { ...timing(), answer, error: errorOf(answer) };
  } catch (error) {
    const reason = timeout.aborted ? timeoutReason : describeFailure(error);
    return { ...timing(), answer: null, error: reason };
  }
}

const timeoutReason = `no answer within ${LIMITS.webhookTimeoutSeconds} s`;

function errorOf({ status, headers }: WebhookAnswer): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
  return isRedirect ? `redirects are not followed (status ${status})` : `answered with status ${status}`;
}

/** Reasons of failed connections by the error codes of Node.js. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the name of the host could not be resolved',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
};

function describeFailure(error: unknown): string {
  if (error instanceof ForbiddenTarget) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
