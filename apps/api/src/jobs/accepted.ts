import { LIMITS } from '@drover/contract';
import type { Request, Response } from 'express';
import { invalid } from '../http/api-error';
import { hashRequest, type Idempotency } from './dispatch';

/** 204 for a job that is kept, with where to follow it. */
export async function accepted(response: Response, job: Promise<string>) {
  response.location(`/v1/jobs/${await job}`);
  return { status: 204 as const, body: undefined };
}

/** Who asks, and under which Idempotency-Key; the same key with another request is refused. */
export function requester(request: Request): { accountId: string; idempotency?: Idempotency } {
  const { accountId } = request.caller;
  const key = request.get('Idempotency-Key');
  if (key === undefined) return { accountId };
  if (key === '' || key.length > LIMITS.idempotencyKeyChars) {
    throw invalid('Idempotency-Key', `must have 1 to ${LIMITS.idempotencyKeyChars} characters`);
  }
  return { accountId, idempotency: { key, requestHash: hashRequest(request.path, request.body) } };
}
