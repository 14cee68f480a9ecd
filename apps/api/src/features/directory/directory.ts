import type {
  CreatedDirectoryToken,
  Directory,
  DirectoryGroupRole,
  DirectoryRole,
  UpdateDirectory,
} from '@drover/contract';
import type { Caller } from '../../auth/caller';
import { hashSecret, newSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import { ApiError } from '../../errors/api-error';
import { lockWorkspace } from '../members/members';
import { applyRoles, type ConnectedDirectory } from './memberships';

/** The path of SCIM, below the address of the server. */
export const SCIM_PATH = '/scim/v2';

/** Interval at which the last use of the token is stored. */
const lastUsedIntervalMs = 60_000;

export async function getDirectory({ prisma, publicUrl }: AppContext, accountId: string): Promise<Directory> {
  const row = await prisma.directory.findUnique({ where: { accountId } });
  const { tokenCreatedAt, tokenUsedAt, defaultRole = 'viewer', roles = [] } = row ?? {};
  return {
    url: new URL(SCIM_PATH, publicUrl).href,
    token: tokenCreatedAt
      ? { createdAt: tokenCreatedAt.toISOString(), lastUsedAt: tokenUsedAt?.toISOString() ?? null }
      : null,
    defaultRole: defaultRole as DirectoryRole,
    roles: roles as unknown as DirectoryGroupRole[],
  };
}

/** Sets the roles of groups, and gives them to the people who are members already. */
export async function updateDirectory(
  { prisma }: AppContext,
  accountId: string,
  { defaultRole, roles }: UpdateDirectory,
): Promise<void> {
  const data = { defaultRole, roles: roles.map((each) => ({ ...each })) };
  await prisma.$transaction(async (transaction) => {
    await lockWorkspace(transaction, accountId);
    await transaction.directory.upsert({
      where: { accountId },
      create: { accountId, ...data },
      update: data,
    });
    const users = await transaction.directoryUser.findMany({ where: { accountId }, select: { id: true } });
    const ids = users.map(({ id }) => id);
    await applyRoles(transaction, accountId, ids);
  });
}

/** Creates the token, in place of the former one. */
export async function createDirectoryToken(
  { prisma }: AppContext,
  { accountId, role: tokenRole }: Caller,
): Promise<CreatedDirectoryToken> {
  const token = newSecret('hmu');
  const data = { tokenHash: hashSecret(token), tokenRole, tokenCreatedAt: new Date(), tokenUsedAt: null };
  await prisma.directory.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
  return { token };
}

export async function removeDirectoryToken({ prisma }: AppContext, accountId: string): Promise<void> {
  await prisma.directory.updateMany({
    where: { accountId },
    data: { tokenHash: null, tokenCreatedAt: null, tokenUsedAt: null },
  });
}

/** Returns the directory whose token a request has. */
export async function findDirectory(
  { prisma, log }: AppContext,
  token: string | undefined,
): Promise<ConnectedDirectory> {
  const tokenHash = hashSecret(token ?? '');
  const directory = await prisma.directory.findUnique({ where: { tokenHash } });
  if (!directory) throw new ApiError('invalidToken', { message: 'The token of the directory is unknown.' });
  const { accountId, tokenRole, tokenUsedAt } = directory;
  if (!tokenUsedAt || Date.now() - tokenUsedAt.getTime() >= lastUsedIntervalMs) {
    await prisma.directory
      .updateMany({ where: { tokenHash }, data: { tokenUsedAt: new Date() } })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'could not store the last use of the token of a directory'),
      );
  }
  return { accountId, tokenRole };
}
