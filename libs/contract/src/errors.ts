import { z } from 'zod';

/**
 * Every error that the service answers with. `code` is stable: callers compare with it. The status follows from it.
 * A feature throws `ApiError('notFound')`; the message here is used unless it gives a better one.
 */
export const ERRORS = {
  notFound: { code: 1000, status: 404, message: 'There is no such record, or it is not yours.' },
  noSuchRoute: { code: 1001, status: 404, message: 'There is no such path. The reference is at /docs.' },
  invalidToken: {
    code: 1040,
    status: 401,
    message:
      'The access token is missing, wrong, expired or revoked. Send it as "Authorization: token hmp_…".',
  },
  invalidLogin: { code: 1041, status: 401, message: 'The e-mail address or the password is wrong.' },
  invalidEnrolmentKey: {
    code: 1042,
    status: 401,
    message: 'The enrolment key is wrong, expired or used up. Make a new one.',
  },
  missingScope: { code: 1043, status: 403, message: 'The access token lacks the scope that this needs.' },
  forbidden: { code: 1044, status: 403, message: 'Your account may not do this.' },
  foreignOrigin: {
    code: 1045,
    status: 403,
    message: 'A session is obeyed from the pages of this service alone. Use an access token elsewhere.',
  },
  malformedBody: { code: 1100, status: 400, message: 'The body is not valid JSON.' },
  malformedRequest: { code: 1101, status: 400, message: 'The request could not be read.' },
  invalidParameters: { code: 1102, status: 422, message: 'Some parameters are invalid; see "errors".' },
  unsupportedContentType: {
    code: 1103,
    status: 415,
    message: 'The content type is not usable here. Send application/json.',
  },
  tooLarge: { code: 1104, status: 413, message: 'The request is too large.' },
  conflict: { code: 1105, status: 409, message: 'The record is in a state that does not allow this.' },
  idempotencyMismatch: {
    code: 1106,
    status: 409,
    message: 'This Idempotency-Key was used for another request. Use a new one for each request.',
  },
  oldClient: {
    code: 1107,
    status: 422,
    message: 'The app on the device is too old for messages: it must be version 1.2.2 or later.',
  },
  noSecretKey: {
    code: 1108,
    status: 409,
    message: 'This installation has no key to encrypt secrets with: its operator sets DROVER_SECRET_KEY.',
  },
  tooManyRequests: { code: 1200, status: 429, message: 'Too many requests. Wait as Retry-After says.' },
  internal: {
    code: 1500,
    status: 500,
    message: 'Something failed on our side. The log has it by requestId.',
  },
  unavailable: { code: 1503, status: 503, message: 'A part of the service is away. Try again soon.' },
} as const;

/** Name of an error in ERRORS. */
export type ErrorName = keyof typeof ERRORS;

/** One thing that was wrong, and where: `devices.0._id`. */
export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  code: z
    .number()
    .int()
    .meta({ description: 'Stable number of the error, see the table of errors', example: 1000 }),
  message: z.string().meta({ description: 'What was wrong, and what would be right' }),
  documentation_url: z.string(),
  errors: z.array(FieldError).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Answers that any route may give. */
export const commonResponses = {
  400: ErrorBody,
  401: ErrorBody,
  403: ErrorBody,
  404: ErrorBody,
  409: ErrorBody,
  413: ErrorBody,
  415: ErrorBody,
  422: ErrorBody,
  429: ErrorBody,
  500: ErrorBody,
  503: ErrorBody,
} as const;
