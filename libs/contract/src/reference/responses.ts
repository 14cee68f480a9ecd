import { STATUS_CODES } from 'node:http';
import { commonResponses, ERRORS } from '../errors';

/** An error of the table, with its name. */
export const errorList = Object.entries(ERRORS).map(([name, error]) => ({ name, ...error }));

/** Statuses that any route may answer with, and nothing went well. */
export const errorStatuses = Object.keys(commonResponses).map(Number);

/** Name of the shared answer of a status: `NotFound`. */
export function responseName(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replace(/\W/g, '');
}

/** The shared answers: one for each status, with the codes that it may carry. */
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
      description: 'Seconds after which the request may be sent again',
      schema: { type: 'integer' },
    },
  };
}
