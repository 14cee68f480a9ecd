import { STATUS_CODES } from 'node:http';
import { commonResponses } from '../error-body';
import { ERRORS } from '../errors';

/** All errors, with their names. */
export const errorList = Object.entries(ERRORS).map(([name, error]) => ({ name, ...error }));

/** Error statuses that every route can return. */
export const errorStatuses = Object.keys(commonResponses).map(Number);

/** Returns the name of the shared response of a status: `NotFound`. */
export function responseName(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replace(/\W/g, '');
}

/** Generates the shared responses: one per status, with its error codes. */
export function errorResponses() {
  return Object.fromEntries(errorStatuses.map((status) => [responseName(status), errorResponse(status)]));
}

function errorResponse(status: number) {
  const errors = errorList.filter((error) => error.status === status);
  return {
    description: [
      `${STATUS_CODES[status]}.`,
      ...errors.map(({ code, name, message }) => `- \`${code}\` ${name}: ${message}`),
    ].join('\n'),
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorBody' },
        examples: Object.fromEntries(errors.map((error) => [error.name, { value: exampleOf(error) }])),
      },
    },
  };
}

function exampleOf({ code, message }: { code: number; message: string }) {
  return {
    code,
    message,
    documentation_url: `https://drover.example.org/docs#error-${code}`,
    requestId: '65f1c0ffee65f1c0ffee65f1',
  };
}

function headersOf(status: number): Record<string, object> {
  if (status === 401) return { 'WWW-Authenticate': { schema: { type: 'string' } } };
  if (status !== 429 && status !== 503) return {};
  return {
    'Retry-After': {
      description: 'Seconds until the request may be repeated',
      schema: { type: 'integer' },
    },
  };
}
