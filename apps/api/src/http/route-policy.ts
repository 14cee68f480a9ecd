import type { Policy } from '@drover/contract';
import type { Request } from 'express';

interface RoutedRequest extends Request {
  tsRestRoute: {
    method: string;
    contentType?: string;
    body?: unknown;
    responses: Record<number, unknown>;
    metadata: Policy;
  };
}

/** Returns the policy of the request's route in the contract. */
export function policyOf(request: Request): Policy {
  return (request as RoutedRequest).tsRestRoute.metadata;
}

/** Returns what the contract declares as the body of the request's route. */
export function bodyKindOf(request: Request): 'none' | 'files' | 'parameters' {
  const { method, contentType, body } = (request as RoutedRequest).tsRestRoute;
  if (contentType === 'multipart/form-data') return 'files';
  // A schema is an object. `noBody` of ts-rest is a symbol.
  return method !== 'GET' && typeof body === 'object' ? 'parameters' : 'none';
}

/** Returns whether the request's route only reads records, for a caller. Streams of events and files are none. */
export function isRecordRead(request: Request): boolean {
  const { method, responses, metadata } = (request as RoutedRequest).tsRestRoute;
  const body = responses[200];
  const hasSchema = typeof body === 'object' && body !== null && '_zod' in body;
  return method === 'GET' && hasSchema && metadata.scope !== 'public' && !metadata.audit;
}
