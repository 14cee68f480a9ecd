import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { hashSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import { ApiError } from '../../errors/api-error';

/** How long a person has time to confirm on the device. */
const validMs = 300_000;

/** Remembers a challenge, for a person who registers a passkey or for somebody who signs in. */
export async function saveChallenge(
  { prisma }: AppContext,
  challenge: string,
  personId: string | null,
): Promise<void> {
  await prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  const expiresAt = new Date(Date.now() + validMs);
  await prisma.passkeyChallenge.create({ data: { hash: hashSecret(challenge), personId, expiresAt } });
}

/** Returns the challenge that a browser signed, which can be used once. Fails if it was not issued for this purpose. */
export async function consumeChallenge(
  { prisma }: AppContext,
  clientDataJson: string,
  personId: string | null,
): Promise<string> {
  const challenge = readChallenge(clientDataJson);
  const where = { hash: hashSecret(challenge), personId, expiresAt: { gt: new Date() } };
  const { count } = await prisma.passkeyChallenge.deleteMany({ where });
  if (count === 0) throw new ApiError('invalidPasskey');
  return challenge;
}

function readChallenge(clientDataJson: string): string {
  try {
    return String(decodeClientDataJSON(clientDataJson).challenge);
  } catch {
    throw new ApiError('invalidPasskey');
  }
}
