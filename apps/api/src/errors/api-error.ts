import { ERRORS, type ErrorName, type FieldError } from '@drover/contract';

interface Details {
  /** Replaces the general message in ERRORS by a more specific one. */
  message?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  approvalId?: string;
}

/** The error that features throw. Its name determines its code and status. */
export class ApiError extends Error {
  readonly code: number;
  readonly status: number;
  readonly errors?: FieldError[];
  readonly retryAfterSeconds?: number;
  readonly approvalId?: string;

  constructor(
    readonly error: ErrorName,
    details: Details = {},
  ) {
    super(details.message ?? ERRORS[error].message);
    this.code = ERRORS[error].code;
    this.status = ERRORS[error].status;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.approvalId = details.approvalId;
  }
}

/** Returns the record. Fails with "not found" if it is missing, or was not found because another account owns it. */
export function orNotFound<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw new ApiError('notFound');
  return record;
}

/** Creates the error for one invalid parameter. The message completes a sentence, such as "must be an integer". */
export function invalid(path: string, message: string): ApiError {
  return new ApiError('invalidParameters', { message: `${path}: ${message}.`, errors: [{ path, message }] });
}
