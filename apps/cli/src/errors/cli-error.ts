import { ApiError, ConnectionError, isForbidden, isUnauthorized, TimeLimitError } from '@drover/sdk';
import { CommanderError } from 'commander';

/** Exit codes other than 0. */
export const EXIT_CODES = {
  /** A run did not succeed, or a wait timed out. */
  failed: 1,
  /** Invalid usage: an unknown command or option, or an invalid value. */
  usage: 2,
  /** The server cannot be reached. */
  unreachable: 3,
  /** Not signed in, or the access token is invalid or lacks a scope. */
  unauthorized: 4,
  /** Not found, or rejected by the server. */
  rejected: 5,
  /** Interrupted by Ctrl-C. */
  interrupted: 130,
} as const;

/** The server's error code for an invalid access token. */
const invalidTokenCode = 1040;

/** An error that ends the program with a message. The hints say what the user can do about it. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(
    reason: keyof typeof EXIT_CODES,
    message: string,
    readonly hints: string[] = [],
  ) {
    super(message);
    this.exitCode = EXIT_CODES[reason];
  }
}

export function getExitCode(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  if (isUnauthorized(error) || isForbidden(error)) return EXIT_CODES.unauthorized;
  if (isUnreachable(error)) return EXIT_CODES.unreachable;
  return error instanceof ApiError ? EXIT_CODES.rejected : EXIT_CODES.failed;
}

/** Returns the message, then the hints. Returns nothing for parser errors, which commander has already printed. */
export function describeError(error: unknown): string[] {
  if (error instanceof CommanderError) return [];
  if (error instanceof CliError) return [error.message, ...error.hints];
  if (isUnauthorized(error) && error.code === invalidTokenCode) {
    return [
      'The server rejected the access token: it is invalid, expired or revoked.',
      'Sign in again: drover login',
    ];
  }
  if (error instanceof ConnectionError) {
    return [
      `The server cannot be reached: ${rootCause(error)}.`,
      'Check that it is running at this address. `drover login`, --url or DROVER_URL sets the address.',
    ];
  }
  if (error instanceof TimeLimitError) return [`The server did not respond: ${error.message}`];
  if (error instanceof ApiError && error.approvalId) {
    return [
      'This needs the approval of another member, which was asked for. Nothing has started yet.',
      `See it: drover approvals show ${error.approvalId}`,
    ];
  }
  if (error instanceof ApiError) return describeValues(error) ?? [error.message, ...requestHint(error)];
  return [error instanceof Error ? error.message : String(error)];
}

/** Describes variables that do not meet the rules of the script's form: an item per line. */
function describeValues({ message, errors }: ApiError): string[] | undefined {
  // Other errors of variables, such as an unknown secret, cannot be skipped.
  if (!message.includes('skipValidation')) return undefined;
  return [
    "The variables do not meet the rules of the script's form:",
    ...errors.map((error) => `${error.path.replace(/^.*\bvars\./, '')}: ${error.message}`),
    'Set them with --vars or --vars-file, or use --skip-validation.',
  ];
}

/** A response without an error code of Drover came from another program, so it counts as unreachable. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 0;
  return error instanceof ConnectionError || error instanceof TimeLimitError;
}

function requestHint({ status, requestId }: ApiError): string[] {
  return status >= 500 && requestId ? [`The server log has details under request ID ${requestId}.`] : [];
}

/** Returns the message of the innermost cause, because `fetch failed` does not say why. */
function rootCause(error: Error): string {
  if (error.cause instanceof Error) return rootCause(error.cause);
  return error.message || String((error as NodeJS.ErrnoException).code);
}
