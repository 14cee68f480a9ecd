import { z } from 'zod';

/** An invalid field of a request. `path` locates it: `devices.0._id`. */
export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every error response. */
export const ErrorBody = z.object({
  code: z
    .number()
    .int()
    .meta({ description: 'Stable number of the error. See the table of errors.', example: 1000 }),
  message: z.string().meta({ description: 'What was wrong and how to correct it' }),
  documentation_url: z.string(),
  errors: z.array(FieldError).optional(),
  approvalId: z
    .string()
    .optional()
    .meta({ description: 'ID of the approval that was asked for; only with error 1071' }),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Error responses that every route can return. */
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
