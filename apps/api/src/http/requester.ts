import { LIMITS } from '@drover/contract';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { approvalGate, type ApprovalGate } from '../auth/approval-gate';
import type { DeviceScope } from '../auth/caller';
import type { TriggerKind } from '../database/client/client';
import { invalid } from '../errors/api-error';

/** What starts a job, and its ID: that of the person, the token, the schedule, the preset, the job it re-runs, or the account. */
interface Trigger {
  kind: TriggerKind;
  id: string;
}

/** Who requests a job: for which devices, by what it starts, and the idempotency key of the request. */
export interface Requester extends DeviceScope {
  trigger: Trigger;
  idempotency?: Idempotency;
  /** What needs approval. Absent if nothing does, and for what the server does by itself. */
  gate?: ApprovalGate;
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
  const { accountId, groups, personId, tokenId, kind } = request.caller;
  const trigger: Trigger =
    kind === 'session' ? { kind: 'person', id: personId ?? accountId } : { kind: 'token', id: tokenId };
  const key = request.get('Idempotency-Key');
  const gate = approvalGate(request.caller);
  if (key === undefined) return { accountId, groups, trigger, gate };
  if (key === '' || key.length > LIMITS.idempotencyKeyChars) {
    throw invalid('Idempotency-Key', `must have 1 to ${LIMITS.idempotencyKeyChars} characters`);
  }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.path, request.body]))
    .digest('hex');
  return { accountId, groups, trigger, gate, idempotency: { key, requestHash } };
}

/** Responds with 204 for a stored job, and with its URL in the Location header. */
export async function accepted(response: Response, job: Promise<string>) {
  response.location(`/v1/jobs/${await job}`);
  return { status: 204 as const, body: undefined };
}
