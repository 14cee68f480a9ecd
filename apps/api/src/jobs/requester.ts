import { LIMITS } from '@drover/contract';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { invalid } from '../http/api-error';

/** Who asks for a job. */
export interface Requester {
  accountId: string;
  idempotency?: Idempotency;
}

/** A request that may be sent again, and a fingerprint that tells whether it is the same. */
interface Idempotency {
  key: string;
  requestHash: string;
}

/** Who asks, and under which Idempotency-Key; the same key with another request is refused. */
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

/** 204 for a job that is kept, with where to follow it. */
export async function accepted(response: Response, job: Promise<string>) {
  response.location(`/v1/jobs/${await job}`);
  return { status: 204 as const, body: undefined };
}
