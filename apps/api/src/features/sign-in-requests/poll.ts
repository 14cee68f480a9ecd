import type { CreatedToken, PollSignInRequest } from '@drover/contract';
import { hashSecret, newSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import { newId } from '../../database/ids';
import { ApiError } from '../../errors/api-error';
import { toToken, tokenInclude } from '../tokens/tokens';

/** How much longer the interval gets for a program that asks too often, as in RFC 8628. */
const slowDownSeconds = 5;

/** Creates the access token of an approved request, once. It is stored only as a hash, so not before the program asks. */
export async function pollSignInRequest(
  { prisma }: AppContext,
  { deviceCode }: PollSignInRequest,
): Promise<CreatedToken> {
  const hash = hashSecret(deviceCode);
  const request = await prisma.signInRequest.findFirst({ where: { hash, expiresAt: { gt: new Date() } } });
  if (!request) throw new ApiError('signInExpired');
  const { accountId, personId, name, scopes, interval, nextPollAt, isDenied } = request;
  if (isDenied) {
    await prisma.signInRequest.deleteMany({ where: { hash } });
    throw new ApiError('signInDenied');
  }
  if (accountId === null || personId === null) {
    const isTooFast = nextPollAt !== null && nextPollAt > new Date();
    const next = isTooFast ? interval + slowDownSeconds : interval;
    const data = { interval: next, nextPollAt: new Date(Date.now() + next * 1000) };
    await prisma.signInRequest.updateMany({ where: { hash }, data });
    throw new ApiError(isTooFast ? 'signInTooFast' : 'signInPending');
  }
  const token = newSecret('hmp');
  const row = await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.signInRequest.deleteMany({ where: { hash } });
    if (count === 0) throw new ApiError('signInExpired');
    return transaction.accessToken.create({
      data: { id: newId(), accountId, personId, kind: 'personal', name, hash: hashSecret(token), scopes },
      include: tokenInclude,
    });
  });
  return { ...toToken(row), token };
}
