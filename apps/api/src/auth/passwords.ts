import { hash, verify } from '@node-rs/argon2';

/** Hashes with Argon2id and the library's parameters, which follow OWASP's recommendation. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Compares with a dummy hash if there is none, so that the response time does not reveal which addresses have an account. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isMatch = await verify(passwordHash ?? (await dummyHash), password);
  return isMatch && passwordHash !== null && passwordHash !== undefined;
}

const dummyHash = hash('');
