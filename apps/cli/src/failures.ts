import { ApiError, ConnectionError, isForbidden, isUnauthorized, TimeLimitError } from '@drover/sdk';
import { CommanderError } from 'commander';

/** What the program ends with, beside 0. */
export const EXIT_CODES = {
  /** A run ended otherwise than `succeeded`, or what was waited for did not come. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service cannot be reached. */
  unreachable: 3,
  /** Not signed in, or the access token is refused or may not do this. */
  unauthorized: 4,
  /** There is no such thing, or the service refuses to do this with it. */
  refused: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

/** Code of the service's error for an access token that is not valid. */
const invalidToken = 1040;

/** Something that ends the program with a sentence; what could be done about it may follow. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(
    why: keyof typeof EXIT_CODES,
    message: string,
    readonly hints: string[] = [],
  ) {
    super(message);
    this.exitCode = EXIT_CODES[why];
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  if (isUnauthorized(error) || isForbidden(error)) return EXIT_CODES.unauthorized;
  if (isUnreachable(error)) return EXIT_CODES.unreachable;
  return error instanceof ApiError ? EXIT_CODES.refused : EXIT_CODES.failed;
}

/** What went wrong in a sentence, then what could be done about it; nothing where it has been said already. */
export function explain(error: unknown): string[] {
  if (error instanceof CommanderError) return [];
  if (error instanceof Failure) return [error.message, ...error.hints];
  if (isUnauthorized(error) && error.code === invalidToken) {
    return [
      'The service does not accept the access token: it is wrong, expired or revoked.',
      'Sign in: drover login',
    ];
  }
  if (error instanceof ConnectionError) {
    return [
      `The service cannot be reached: ${causeOf(error)}.`,
      'Is it running? `drover serve` starts one; `drover login` and DROVER_URL set its address.',
    ];
  }
  if (error instanceof TimeLimitError) return [`The service does not answer: ${error.message}`];
  if (error instanceof ApiError) return [error.message, ...traceOf(error)];
  return [error instanceof Error ? error.message : String(error)];
}

/** An answer that is none of Drover's counts as well. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 0;
  return error instanceof ConnectionError || error instanceof TimeLimitError;
}

function traceOf({ status, requestId }: ApiError): string[] {
  return status >= 500 && requestId ? [`The log of the service has it by ${requestId}.`] : [];
}

/** What lies at the bottom: `fetch failed` says nothing. */
function causeOf(error: Error): string {
  if (error.cause instanceof Error) return causeOf(error.cause);
  return error.message || String((error as NodeJS.ErrnoException).code);
}
