import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Omits the characters that people confuse: 0 O, 1 I L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Creates a secret: a prefix that names its purpose, and 32 random bytes in hex. */
export function newSecret(prefix: 'hmp' | 'hmd' | 'hms' | 'hmi' | 'hmr' | 'hmc' | 'hmu' | 'hmg'): string {
  return `${prefix}_${randomBytes(32).toString('hex')}`;
}

/** Returns the hash that is stored of a secret. SHA-256 suffices because secrets are random; passwords need Argon2. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Creates a code that people can read out and type. */
export function newCode(chars: number): string {
  return Array.from({ length: chars }, () => alphabet[randomInt(alphabet.length)]).join('');
}
