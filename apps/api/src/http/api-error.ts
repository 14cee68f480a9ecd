import { ERRORS, type ErrorName, type FieldError } from '@drover/contract';

interface Details {
  /** In place of the message of ERRORS, where more can be said. */
  message?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
}

/** The one error that features throw. The status follows from its name. */
export class ApiError extends Error {
  readonly code: number;
  readonly status: number;
  readonly errors?: FieldError[];
  readonly retryAfterSeconds?: number;

  constructor(
    readonly error: ErrorName,
    details: Details = {},
  ) {
    super(details.message ?? ERRORS[error].message);
    this.code = ERRORS[error].code;
    this.status = ERRORS[error].status;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** What is there, or "not found": for records that are missing or somebody else's. */
export function found<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw new ApiError('notFound');
  return record;
}

/** One parameter that is wrong, and why. */
export function invalid(path: string, message: string): ApiError {
  return new ApiError('invalidParameters', { message: `${path}: ${message}.`, errors: [{ path, message }] });
}
