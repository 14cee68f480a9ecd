import {
  LIMITS,
  Scope,
  type ApproveSignInRequest,
  type CreatedSignInRequest,
  type CreateSignInRequest,
  type LookUpSignInRequest,
  type SignInRequest,
} from '@drover/contract';
import type { Caller } from '../../auth/caller';
import { hashSecret, newCode, newSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import type { SignInRequest as Row } from '../../database/client/client';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';
import { countSignInAttempt, forgetSignInAttempts } from '../second-factor/sign-in-attempts';

/** Letters of the code that people enter, in two groups. */
const codeChars = 8;

/** Seconds between the polls of a program, unless it is told to slow down. */
const intervalSeconds = 5;

export async function createSignInRequest(
  { prisma, publicUrl }: AppContext,
  { name, scopes = Scope.options }: CreateSignInRequest,
  address: string,
): Promise<CreatedSignInRequest> {
  await prisma.signInRequest.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  if ((await prisma.signInRequest.count({ where: { address } })) >= LIMITS.signInRequests) {
    throw new ApiError('tooManyRequests', {
      message: 'Too many sign-ins have begun from your address. Complete one of them, or wait.',
      retryAfterSeconds: LIMITS.signInRequestSeconds,
    });
  }
  const [deviceCode, code] = [newSecret('hmc'), newCode(codeChars)];
  const expiresAt = new Date(Date.now() + LIMITS.signInRequestSeconds * 1000);
  await prisma.signInRequest.create({
    data: {
      ...{ hash: hashSecret(deviceCode), codeHash: hashSecret(code), name, address, expiresAt },
      ...{ scopes: Scope.options.filter((scope) => scopes.includes(scope)), interval: intervalSeconds },
    },
  });
  const userCode = `${code.slice(0, codeChars / 2)}-${code.slice(codeChars / 2)}`;
  const verificationUri = `${publicUrl}/device`;
  return {
    ...{ deviceCode, userCode, verificationUri },
    verificationUriComplete: `${verificationUri}?code=${userCode}`,
    expiresIn: LIMITS.signInRequestSeconds,
    interval: intervalSeconds,
  };
}

export async function lookUpSignInRequest(
  context: AppContext,
  caller: Caller,
  { userCode }: LookUpSignInRequest,
): Promise<SignInRequest> {
  const { name, address, scopes, createdAt, expiresAt } = await findOpen(context, caller, userCode);
  return {
    ...{ name, address, scopes: scopes as Scope[] },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Lets the program have an access token of the person in one of the person's workspaces. */
export async function approveSignInRequest(
  context: AppContext,
  caller: Caller,
  { userCode, workspaceId = caller.accountId, scopes }: ApproveSignInRequest,
): Promise<void> {
  const { prisma } = context;
  const personId = personOf(caller);
  const { hash, scopes: requested } = await findOpen(context, caller, userCode);
  const excess = scopes?.find((scope) => !requested.includes(scope));
  if (excess) throw invalid('scopes', `must not contain "${excess}", which the program does not ask for`);
  const accountId = workspaceId;
  orNotFound(await prisma.member.findUnique({ where: { accountId_personId: { accountId, personId } } }));
  const { count } = await prisma.signInRequest.updateMany({
    where: { ...isOpen(), hash },
    data: { accountId, personId, scopes: scopes ?? requested },
  });
  if (count === 0) throw new ApiError('invalidSignInCode');
}

export async function denySignInRequest(
  context: AppContext,
  caller: Caller,
  { userCode }: LookUpSignInRequest,
): Promise<void> {
  const { hash } = await findOpen(context, caller, userCode);
  await context.prisma.signInRequest.updateMany({ where: { ...isOpen(), hash }, data: { isDenied: true } });
}

/** A token must not create further tokens in other workspaces, so only a session approves. */
function personOf({ kind, personId }: Caller): string {
  if (kind === 'session' && personId !== null) return personId;
  throw new ApiError('conflict', {
    message: 'Only a person who is signed in to the console approves sign-ins.',
  });
}

const isOpen = () => ({ expiresAt: { gt: new Date() }, accountId: null, isDenied: false });

/** Finds the request of a code. Counts the attempts of the person, so that codes cannot be guessed. */
async function findOpen(context: AppContext, caller: Caller, userCode: string): Promise<Row> {
  const key = await countSignInAttempt(context, `code ${personOf(caller)}`, caller.address);
  const codeHash = hashSecret(userCode.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const request = await context.prisma.signInRequest.findFirst({ where: { ...isOpen(), codeHash } });
  if (!request) throw new ApiError('invalidSignInCode');
  await forgetSignInAttempts(context, key);
  return request;
}
