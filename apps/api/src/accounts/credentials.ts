import { createHash, randomBytes } from 'node:crypto';

/** A new secret: its prefix tells what it is for, 64 hex characters make it unguessable. */
export function newSecret(prefix: 'hmp' | 'hmd' | 'hms'): string {
  return `${prefix}_${randomBytes(32).toString('hex')}`;
}

/** What is kept of a secret. SHA-256 suffices where the secret is random; passwords take argon2. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
