import type { Settings } from '../../context/settings';

/** How long a connection of a check may take. */
export const timeoutMs = 5_000;

/** What a check found. A problem comes with its fix. */
export interface Finding {
  about: string;
  text: string;
  fix?: string;
}

/** Checks a part of an installation, such as its database. */
export type Check = (settings: Settings) => Promise<Finding[]>;

/** Returns the message of an error with that of its cause. */
export function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
