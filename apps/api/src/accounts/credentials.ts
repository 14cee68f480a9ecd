import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Without the characters that are taken for one another: 0 O, 1 I L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A new secret: its prefix tells what it is for, 64 hex characters make it unguessable. */
export function newSecret(prefix: 'hmp' | 'hmd' | 'hms'): string {
  return `${prefix}_${randomBytes(32).toString('hex')}`;
}

/** What is kept of a secret. SHA-256 suffices where the secret is random; passwords take argon2. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A code for people to read out and type. */
export function newCode(chars: number): string {
  return Array.from({ length: chars }, () => alphabet[randomInt(alphabet.length)]).join('');
}
