/** One thing that was wrong with a request, and where: `devices.0._id`. */
export interface FieldError {
  path: string;
  message: string;
}

/** The body of every answer that is not a success. */
export interface ErrorBody {
  /** Stable number of the error; the reference of the service lists them. */
  code: number;
  /** What was wrong, and what would be right. */
  message: string;
  documentation_url: string;
  errors?: FieldError[];
  /** Names the request in the service's log. */
  requestId: string;
}

/** The service refused the request, or failed at it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status of the answer. */
  readonly status: number;
  /** Stable number of the error; 0 when the answer did not come from Drover (a proxy, another server). */
  readonly code: number;
  /** What was wrong field by field; empty when the request as a whole was refused. */
  readonly errors: FieldError[];
  /** Names the request in the service's log; empty when the answer did not come from Drover. */
  readonly requestId: string;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterMs?: number) {
    super(body.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.code = body.code ?? 0;
    this.errors = body.errors ?? [];
    this.requestId = body.requestId ?? '';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The service could not be reached, or the connection broke before the answer was complete. `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The call took longer than its time limit, retries included. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  constructor(readonly timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
  }
}

/** Whether the service answered with an error. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** 404: there is no such record, or it belongs to another account. */
export function isNotFound(error: unknown): error is ApiError {
  return hasStatus(error, 404);
}

/** 401: the access token is missing, wrong, expired or revoked; or a sign-in failed. */
export function isUnauthorized(error: unknown): error is ApiError {
  return hasStatus(error, 401);
}

/** 403: the access token lacks a scope, or the account may not do this. */
export function isForbidden(error: unknown): error is ApiError {
  return hasStatus(error, 403);
}

/** 409: the record is in a state that does not allow this. */
export function isConflict(error: unknown): error is ApiError {
  return hasStatus(error, 409);
}

/** 422: parameters are invalid; `errors` says which. */
export function isInvalid(error: unknown): error is ApiError {
  return hasStatus(error, 422);
}

/** 429: too many requests; `retryAfterMs` says how long to wait. */
export function isRateLimited(error: unknown): error is ApiError {
  return hasStatus(error, 429);
}

/** 503: a part of the service is away for now. */
export function isUnavailable(error: unknown): error is ApiError {
  return hasStatus(error, 503);
}

function hasStatus(error: unknown, status: number): error is ApiError {
  return isApiError(error) && error.status === status;
}
