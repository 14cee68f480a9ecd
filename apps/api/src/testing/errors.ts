import { ERRORS, type ErrorName } from '@drover/contract';

/** Status and body of a response, for comparisons. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Sends a request and returns status and body. */
export async function answerOf(request: PromiseLike<Answer>): Promise<Answer> {
  const { status, body } = await request;
  return { status, body };
}

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** The complete response of an error. `paths` are the fields that it names, in order. */
export function refusal(name: ErrorName, ...paths: string[]): Answer {
  const { code, status } = ERRORS[name];
  return {
    status,
    body: {
      code,
      message: matching(/\.$/),
      documentation_url: matching(new RegExp(`^https?://.+/docs#error-${code}$`)),
      requestId: matching(/^[\w.-]{1,64}$/),
      ...(paths.length > 0 && {
        errors: paths.map((path) => ({ path, message: matching(/./) })),
      }),
    },
  };
}

/** A 422 that names these fields. */
export const invalidAt = (...paths: string[]): Answer => refusal('invalidParameters', ...paths);

export const notFound = refusal('notFound');
export const unauthorized = refusal('invalidToken');
export const outOfScope = refusal('missingScope');
export const forbidden = refusal('forbidden');
export const missingRole = refusal('missingRole');
export const conflict = refusal('conflict');
export const tooLarge = refusal('tooLarge');
export const done: Answer = { status: 204, body: {} };
