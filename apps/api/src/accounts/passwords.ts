import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's parameters, which follow OWASP's. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Takes as long where there is no hash, so that an address without an account cannot be told by the clock. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await hashOfNothing), password);
  return isRight && passwordHash !== null && passwordHash !== undefined;
}

const hashOfNothing = hash('');
