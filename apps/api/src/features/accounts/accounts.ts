import type { Account, CreateAccount, Installation, Role, UpdateAccount } from '@drover/contract';
import { timingSafeEqual } from 'node:crypto';
import type { Account as Row } from '../../database/client/client';
import { newId } from '../../database/ids';
import { takeLock } from '../../database/locks';
import { ApiError, orNotFound } from '../../errors/api-error';
import { assertRole, type Caller } from '../../auth/caller';
import { hashSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import { VERSION } from '../../context/version';
import { hashPassword } from '../../auth/passwords';
import { findPersonOf } from '../second-factor/person-of-caller';
import { assertCanRequireSingleSignOn } from './single-sign-on';
import { assertEmailAvailable, defaultNameOf, normalizeEmail, updatePerson } from './persons';

/** Who asks for an account. */
export interface AccountRequester {
  caller: Caller | undefined;
  /** Whether the request comes from the machine of the server. */
  isLocal: boolean;
}

export async function getInstallation(
  { prisma, settings }: AppContext,
  { isLocal }: Pick<AccountRequester, 'isLocal'>,
): Promise<Installation> {
  const hasAccount = (await prisma.account.findFirst({ select: { id: true } })) !== null;
  return {
    version: VERSION,
    hasAccount,
    isSignUpOpen: settings.DROVER_SIGN_UP === 'open',
    canSendMail: settings.SMTP_URL !== undefined,
    isSetupCodeRequired: !hasAccount && !isLocal,
    identityProviders: (settings.DROVER_IDENTITY_PROVIDERS ?? []).map(({ id, name }) => ({ _id: id, name })),
  };
}

/** Writes the set-up code to the log if there is no account yet. */
export async function logSetupCode(context: AppContext): Promise<void> {
  const { hasAccount } = await getInstallation(context, { isLocal: true });
  const { log, publicUrl, setupCode } = context;
  if (hasAccount) return;
  log.warn({ url: publicUrl, setupCode }, 'There is no account yet. Create the first one in the console');
}

/**
 * Creates an account. The first one becomes the administrator; from another machine it needs the set-up code. Others
 * need an administrator or open sign-up.
 */
export async function createAccount(
  context: AppContext,
  { caller, isLocal }: AccountRequester,
  { email, password, name, setupCode }: CreateAccount,
): Promise<Account> {
  const { prisma, settings } = context;
  const passwordHash = await hashPassword(password);
  return prisma.$transaction(async (transaction) => {
    // Concurrent requests for the first account run one after another.
    await takeLock(transaction, 'first account');
    const isFirst = (await transaction.account.count()) === 0;
    if (!isFirst && !caller?.isAdministrator && settings.DROVER_SIGN_UP !== 'open') {
      throw new ApiError('forbidden', {
        message: 'Sign-up is closed. Ask an administrator for an account.',
      });
    }
    if (isFirst && !isLocal && !isSetupCode(context, setupCode)) throw new ApiError('setupCodeRequired');
    await assertEmailAvailable(transaction, email);
    const account = await transaction.account.create({
      data: {
        id: newId(),
        email: normalizeEmail(email),
        name: name ?? defaultNameOf(email),
        passwordHash,
        isAdministrator: isFirst,
        isReviewer: isFirst,
      },
    });
    // The database creates the person with the ID of the account.
    return toAccount(account, {
      ...account,
      email: normalizeEmail(email),
      role: 'owner',
      secondFactorAt: null,
    });
  });
}

/** Returns the workspace of the caller. Tokens of the workspace get the email address of the owner. */
export async function getAccount({ prisma }: AppContext, caller: Caller): Promise<Account> {
  const { accountId, personId, role, lacksSecondFactor, lacksSingleSignOn } = caller;
  const account = await prisma.account.findUnique({
    where: { id: accountId },
    include: {
      members: {
        where: personId === null ? { role: 'owner' } : { personId },
        orderBy: { id: 'asc' },
        take: 1,
        include: { person: true },
      },
    },
  });
  const { members, ...row } = orNotFound(account);
  const person = orNotFound(members[0]).person;
  const hasProviderFactor = row.isSecondFactorRequired && !lacksSecondFactor;
  return toAccount(row, { ...person, id: personId, role, hasProviderFactor, lacksSingleSignOn });
}

/** Renames the workspace, and changes the name, the email address and the password of the caller. */
export async function updateAccount(
  context: AppContext,
  caller: Caller,
  { name, isSecondFactorRequired, isSingleSignOnRequired, personName, ...login }: UpdateAccount,
): Promise<void> {
  const data = { name, isSecondFactorRequired, isSingleSignOnRequired };
  if (Object.values(data).some((value) => value !== undefined)) assertRole(caller, 'admin');
  if (isSecondFactorRequired) await assertHasSecondFactor(context, caller);
  if (isSingleSignOnRequired) await assertCanRequireSingleSignOn(context, caller);
  await updatePerson(context, caller, { ...login, name: personName });
  await context.prisma.account.update({ where: { id: caller.accountId }, data });
}

/** Keeps admins from locking themselves out. */
async function assertHasSecondFactor(context: AppContext, caller: Caller): Promise<void> {
  if ((await findPersonOf(context, caller)).secondFactorAt !== null) return;
  throw new ApiError('conflict', {
    message: 'Turn on your own second factor before you require one of all members.',
  });
}

function isSetupCode({ setupCode }: AppContext, code: string | undefined): boolean {
  // Equal lengths, which timingSafeEqual needs.
  const bytesOf = (text: string) => Buffer.from(hashSecret(text));
  return timingSafeEqual(bytesOf(setupCode), bytesOf(code?.trim() ?? ''));
}

/** The caller of an account. Null IDs belong to tokens of the workspace. */
interface AccountCaller {
  id: string | null;
  name: string;
  email: string;
  role: Role;
  secondFactorAt: Date | null;
  passwordHash: string | null;
  /** Whether the second factor of an identity provider counts. */
  hasProviderFactor?: boolean;
  /** Whether the workspace requires single sign-on, and the session began otherwise. */
  lacksSingleSignOn?: boolean;
}

export function toAccount(
  { id, name, isAdministrator, isReviewer, isSecondFactorRequired, isSingleSignOnRequired, createdAt }: Row,
  caller: AccountCaller,
): Account {
  const isOwner = caller.role === 'owner';
  return {
    _id: id,
    email: caller.email,
    name,
    isAdministrator: isOwner && isAdministrator,
    isReviewer: isOwner && isReviewer,
    createdAt: createdAt.toISOString(),
    role: caller.role,
    isSecondFactorRequired,
    isSingleSignOnRequired,
    person:
      caller.id === null
        ? null
        : {
            _id: caller.id,
            name: caller.name,
            hasSecondFactor: caller.secondFactorAt !== null || caller.hasProviderFactor === true,
            hasPassword: caller.passwordHash !== null,
            lacksSingleSignOn: caller.lacksSingleSignOn === true,
          },
  };
}
