import { LIMITS } from '@drover/contract';
import { hashSecret, newCode } from '../../auth/credentials';
import type { Prisma } from '../../database/client/client';

type Database = Pick<Prisma.TransactionClient, 'recoveryCode'>;

/** With 31 characters to choose from: 79 bits, so a fast hash suffices. */
const codeChars = 16;

/** Replaces the recovery codes of a person, and returns the new ones. Only hashes are stored. */
export async function replaceRecoveryCodes(database: Database, personId: string): Promise<string[]> {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, () => newCode(codeChars));
  await database.recoveryCode.deleteMany({ where: { personId } });
  await database.recoveryCode.createMany({
    data: codes.map((code) => ({ personId, hash: hashSecret(code) })),
  });
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/** Returns whether a code was one of the person's, and removes it. */
export async function consumeRecoveryCode(
  database: Database,
  personId: string,
  code: string,
): Promise<boolean> {
  const { count } = await database.recoveryCode.deleteMany({ where: { personId, hash: hashSecret(code) } });
  return count === 1;
}
