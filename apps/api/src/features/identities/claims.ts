import { cutChars, includesRole, LIMITS, type Role } from '@drover/contract';
import type { IdentityProvider } from '../../context/identity-providers';
import { ApiError } from '../../errors/api-error';
import { defaultNameOf, normalizeEmail } from '../accounts/persons';

/** Who has signed in at a provider, in the claims of the ID token and of the user info. */
export interface Claims {
  sub: string;
  [claim: string]: unknown;
}

/** Returns the email address of the claims, if the provider has verified it. */
export function verifiedEmailOf({ email, email_verified: isVerified }: Claims): string | undefined {
  const isUsable = typeof email === 'string' && /^[^\s@\0]+@[^\s@\0]+$/.test(email);
  if (!isUsable || isVerified !== true) return undefined;
  const normalized = normalizeEmail(email);
  return [...normalized].length <= LIMITS.emailChars ? normalized : undefined;
}

/** Fails unless the domain of the verified email address is allowed. */
export function assertAllowedDomain({ emailDomains }: IdentityProvider, claims: Claims): void {
  if (emailDomains === undefined) return;
  const email = verifiedEmailOf(claims);
  if (email === undefined) throw new ApiError('emailNotVerified');
  if (!emailDomains.includes(email.slice(email.lastIndexOf('@') + 1))) {
    throw new ApiError('identityNotAllowed');
  }
}

/** Returns the name of a new person. */
export function nameOf({ name }: Claims, email: string): string {
  const text = typeof name === 'string' ? name.replaceAll('\0', '').trim() : '';
  return text === '' ? defaultNameOf(email) : cutChars(text, LIMITS.accountNameChars);
}

/** Returns the role of somebody by the claims: the highest one of their groups. Null without access. */
export function roleOf(provider: IdentityProvider, claims: Claims): Role | null {
  const { roleClaim, roles, defaultRole } = provider;
  const groups = roleClaim === undefined ? [] : namesIn(readClaim(claims, roleClaim));
  const mapped = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group]] : []));
  return mapped.reduce<Role | null>(
    (highest, role) => (highest === null || includesRole(role, highest) ? role : highest),
    mapped[0] ?? defaultRole,
  );
}

/** Reads a claim by its name, which may contain dots, or by its path. */
function readClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((part, key) => {
    const isRecord = typeof part === 'object' && part !== null && Object.hasOwn(part, key);
    return isRecord ? (part as Record<string, unknown>)[key] : undefined;
  }, claims);
}

function namesIn(claim: unknown): string[] {
  if (typeof claim === 'string') return [claim];
  return Array.isArray(claim) ? claim.filter((name) => typeof name === 'string') : [];
}
