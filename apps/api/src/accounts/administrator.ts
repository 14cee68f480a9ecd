import { Scope } from '@drover/contract';
import { newId } from '../database/ids';
import type { Service } from '../service';
import { fold, nameFrom } from './accounts';
import { hashSecret } from './credentials';
import { hashPassword } from './passwords';

/** Address of an administrator that was set by a token alone. */
const defaultEmail = 'admin@localhost';

const tokenName = 'DROVER_ADMIN_TOKEN';

/** Makes the account that DROVER_ADMIN_* name, where it is not there, and lets its token in instead of the one before. */
export async function ensureAdministrator(service: Service): Promise<void> {
  const { DROVER_ADMIN_EMAIL, DROVER_ADMIN_PASSWORD, DROVER_ADMIN_TOKEN } = service.settings;
  if (!DROVER_ADMIN_EMAIL && !DROVER_ADMIN_TOKEN) return;
  const email = fold(DROVER_ADMIN_EMAIL ?? defaultEmail);
  const account = await service.prisma.account.upsert({
    where: { email },
    update: {},
    create: {
      id: newId(),
      email,
      name: nameFrom(email),
      passwordHash: DROVER_ADMIN_PASSWORD && (await hashPassword(DROVER_ADMIN_PASSWORD)),
      isAdministrator: true,
      isReviewer: true,
    },
  });
  if (DROVER_ADMIN_TOKEN) await acceptToken(service, account.id, DROVER_ADMIN_TOKEN);
}

async function acceptToken({ prisma }: Service, accountId: string, token: string): Promise<void> {
  const hash = hashSecret(token);
  await prisma.accessToken.deleteMany({ where: { name: tokenName, accountId, hash: { not: hash } } });
  await prisma.accessToken.upsert({
    where: { hash },
    update: {},
    create: { id: newId(), accountId, kind: 'personal', name: tokenName, hash, scopes: Scope.options },
  });
}
