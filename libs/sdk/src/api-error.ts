import { describeCause } from './connection-cause';

/** An invalid field of a request. `path` locates it: `devices.0._id`. */
export interface FieldError {
  path: string;
  message: string;
}

/** The body of every error response. */
export interface ErrorBody {
  /** Stable number of the error. The reference lists them. */
  code: number;
  /** What was wrong and how to correct it. */
  message: string;
  documentation_url: string;
  errors?: FieldError[];
  /** ID of the approval that was asked for. Only with error 1071. */
  approvalId?: string;
  /** ID of the request in the server log. */
  requestId: string;
}

/** The service responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status of the response. */
  readonly status: number;
  /** Stable number of the error. 0 if the response came from a proxy or another server. */
  readonly code: number;
  /** The invalid fields. Empty if the error is not about fields. */
  readonly errors: FieldError[];
  /** ID of the approval that the request now waits for. Only with error 1071. */
  readonly approvalId: string | undefined;
  /** ID of the request in the server log. Empty if the response came from a proxy or another server. */
  readonly requestId: string;
  /** Milliseconds that the service asked to wait, with `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  /** Method of the request. Empty if unknown. */
  readonly method: string;
  /** URL of the request without its query. Empty if unknown. */
  readonly url: string;

  constructor(status: number, body: Partial<ErrorBody>, request: ApiErrorRequest = {}) {
    super(body.message ?? `The server responded with status ${status}.`);
    this.status = status;
    this.code = body.code ?? 0;
    this.errors = body.errors ?? [];
    this.approvalId = body.approvalId;
    this.requestId = body.requestId ?? '';
    this.retryAfterMs = request.retryAfterMs;
    this.method = request.method ?? '';
    this.url = request.url ?? '';
  }

  /** Used by `JSON.stringify`, which omits the message of other errors. */
  toJSON() {
    // The message is not among the enumerable properties.
    return { ...this, message: this.message };
  }
}

/** The request of an error response. */
export interface ApiErrorRequest {
  /** Milliseconds of `Retry-After`. */
  retryAfterMs?: number | undefined;
  method?: string;
  url?: string;
}

/**
 * The service was unreachable, or the connection failed before the response was complete. The message has the request
 * and the reason: `GET http://localhost:3000/v1/devices: connection refused`.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  /** Used by `JSON.stringify`. */
  toJSON() {
    const { name, message, cause } = this;
    return { name, message, ...(cause !== undefined && { cause: describeCause(cause) }) };
  }
}

/** The call exceeded its time limit, including retries. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  constructor(readonly timeoutMs: number) {
    super(`No response within ${timeoutMs} ms.`);
  }

  /** Used by `JSON.stringify`. */
  toJSON() {
    return { ...this, message: this.message };
  }
}

/** Whether the service responded with an error. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** 404: the record does not exist, or it belongs to another account. */
export function isNotFound(error: unknown): error is ApiError {
  return hasStatus(error, 404);
}

/** 401: the access token is missing, invalid, expired or revoked, or the sign-in failed. */
export function isUnauthorized(error: unknown): error is ApiError {
  return hasStatus(error, 401);
}

/** 403: the access token lacks a scope, or the account lacks a role. */
export function isForbidden(error: unknown): error is ApiError {
  return hasStatus(error, 403);
}

/** 409: the record is in a state that does not allow the change. */
export function isConflict(error: unknown): error is ApiError {
  return hasStatus(error, 409);
}

/** 422: parameters are invalid. `errors` lists them. */
export function isInvalid(error: unknown): error is ApiError {
  return hasStatus(error, 422);
}

/** 429: too many requests. Wait for `retryAfterMs`. */
export function isRateLimited(error: unknown): error is ApiError {
  return hasStatus(error, 429);
}

/** 503: a part of the service is temporarily unavailable. */
export function isUnavailable(error: unknown): error is ApiError {
  return hasStatus(error, 503);
}

function hasStatus(error: unknown, status: number): error is ApiError {
  return isApiError(error) && error.status === status;
}
