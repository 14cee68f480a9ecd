import { Scope } from '@drover/contract';
import { newId } from '../../database/ids';
import type { AppContext } from '../../context/app-context';
import { defaultNameOf, normalizeEmail } from './persons';
import { hashSecret } from '../../auth/credentials';
import { hashPassword, isPassword } from '../../auth/passwords';

/** Email address of an administrator for whom none is configured. */
const defaultEmail = 'admin@localhost';

const tokenName = 'DROVER_ADMIN_TOKEN';

/** Creates the account of DROVER_ADMIN_* if it does not exist, and replaces its previous token. */
export async function ensureAdministrator(context: AppContext): Promise<void> {
  const { DROVER_ADMIN_EMAIL, DROVER_ADMIN_PASSWORD, DROVER_ADMIN_TOKEN } = context.settings;
  if (!DROVER_ADMIN_EMAIL && !DROVER_ADMIN_PASSWORD && !DROVER_ADMIN_TOKEN) return;
  const email = normalizeEmail(DROVER_ADMIN_EMAIL ?? defaultEmail);
  const { prisma } = context;
  if (!(await prisma.person.findUnique({ where: { email } }))) {
    await prisma.account.upsert({
      where: { email },
      update: {},
      create: {
        id: newId(),
        email,
        name: defaultNameOf(email),
        passwordHash: DROVER_ADMIN_PASSWORD && (await hashPassword(DROVER_ADMIN_PASSWORD)),
        isAdministrator: true,
        isReviewer: true,
      },
    });
  }
  const { passwordHash, memberships } = await prisma.person.findUniqueOrThrow({
    where: { email },
    include: { memberships: { where: { role: 'owner' }, orderBy: { id: 'asc' }, take: 1 } },
  });
  if (DROVER_ADMIN_PASSWORD && !(await isPassword(passwordHash, DROVER_ADMIN_PASSWORD))) {
    context.log.warn(
      { email },
      'DROVER_ADMIN_PASSWORD is not the password of this account. It sets the first password only. To replace a lost ' +
        'password, run "reset-password"',
    );
  }
  if (!DROVER_ADMIN_TOKEN) return;
  if (memberships.length > 0) return replaceToken(context, memberships[0].accountId, DROVER_ADMIN_TOKEN);
  context.log.warn({ email }, 'DROVER_ADMIN_TOKEN is not used, because this person owns no workspace');
}

async function replaceToken({ prisma }: AppContext, accountId: string, token: string): Promise<void> {
  const hash = hashSecret(token);
  await prisma.accessToken.deleteMany({ where: { name: tokenName, accountId, hash: { not: hash } } });
  await prisma.accessToken.upsert({
    where: { hash },
    update: {},
    create: { id: newId(), accountId, kind: 'personal', name: tokenName, hash, scopes: Scope.options },
  });
}
