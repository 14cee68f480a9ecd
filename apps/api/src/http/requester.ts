import { LIMITS } from '@drover/contract';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { invalid } from '../errors/api-error';

/** The account that requests a job, and the idempotency key of the request. */
export interface Requester {
  accountId: string;
  idempotency?: Idempotency;
}

/** The key under which a request may be repeated, and the hash that repeated requests must have. */
interface Idempotency {
  key: string;
  requestHash: string;
}

/**
 * Reads the account and the Idempotency-Key of a request. Creating the job fails if another request used the same key.
 */
export function requester(request: Request): Requester {
  const { accountId } = request.caller;
  const key = request.get('Idempotency-Key');
  if (key === undefined) return { accountId };
  if (key === '' || key.length > LIMITS.idempotencyKeyChars) {
    throw invalid('Idempotency-Key', `must have 1 to ${LIMITS.idempotencyKeyChars} characters`);
  }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.path, request.body]))
    .digest('hex');
  return { accountId, idempotency: { key, requestHash } };
}

/** Responds with 204 for a stored job, and with its URL in the Location header. */
export async function accepted(response: Response, job: Promise<string>) {
  response.location(`/v1/jobs/${await job}`);
  return { status: 204 as const, body: undefined };
}
