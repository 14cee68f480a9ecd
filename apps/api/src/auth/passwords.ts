import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { limitConcurrency } from '../tasks/limit-concurrency';

/** Hashing keeps a core busy for some 50 ms, so it gets half of them: guesses must not slow down other requests. */
const takeTurns = limitConcurrency(Math.max(1, Math.floor(availableParallelism() / 2)));

/** Hashes with Argon2id and the library's parameters, which follow OWASP's recommendation. */
export function hashPassword(password: string): Promise<string> {
  return takeTurns(() => hash(password));
}

/** Compares with a dummy hash if there is none, so that the response time does not reveal which addresses have an account. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isMatch = await takeTurns(async () => verify(passwordHash ?? (await dummyHash), password));
  return isMatch && passwordHash !== null && passwordHash !== undefined;
}

const dummyHash = hash('');
