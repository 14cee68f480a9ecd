import type { Policy } from '@drover/contract';
import type { Request } from 'express';

interface RoutedRequest extends Request {
  tsRestRoute: { method: string; contentType?: string; body?: unknown; metadata: Policy };
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
