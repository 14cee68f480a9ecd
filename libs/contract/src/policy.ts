import { z } from 'zod';

/** What an access token may do. `admin` includes the others. */
export const Scope = z.enum(['read', 'run', 'write', 'admin']);
export type Scope = z.infer<typeof Scope>;

/** What holds for a route beyond its shapes. One middleware obeys it for all routes, the reference prints it. */
export interface Policy {
  /** Scope that the credential needs; `public` needs no credential. */
  readonly scope: Scope | 'public';
  /** Role that the account needs besides. */
  readonly role?: 'administrator' | 'reviewer';
  /** `credentials`: bounded per address, against guessing. Without it: per token. */
  readonly rateLimit?: 'credentials';
  /** Name of the change in the audit log. */
  readonly audit?: string;
  /** The token may stand in the parameter `token`, as the interface has it for /v1/message/send. */
  readonly isTokenParameter?: true;
}

/** Names a route's policy, so that a misspelt key does not compile. */
export function policy(of: Policy): Policy {
  return of;
}
