import {
  LIMITS,
  SecretName,
  type Paging,
  type Secret,
  type SecretList,
  type SecretUse,
} from '@drover/contract';
import type { PoolClient } from 'pg';
import type { Secret as Row } from '../../database/client/client';
import { assertQuota } from '../../database/quota';
import { insertFrom, now } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, execute, executeCount } from '../../database/sql';
import { transact } from '../../database/transaction';
import { orNotFound, invalid } from '../../errors/api-error';
import { findRows, listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import type { Vault } from '../../encryption/vault';
import { findSecretUses } from './secret-uses';

const quota = {
  table: 'Secret',
  max: LIMITS.secrets,
  message: `An account has at most ${LIMITS.secrets} secrets. Delete one before you create another.`,
} as const;

export async function listSecrets(
  { prisma, pool }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<SecretList> {
  const item = (row: Row) => row;
  const page = await listPage(paging, { ...findRows(prisma.secret, { accountId }), item });
  const names = page.items.map(({ name }) => name);
  const uses = await findSecretUses(pool, accountId, names);
  return { ...page, items: page.items.map((row) => toSecret(row, uses.get(row.name) ?? [])) };
}

/** Identifies a secret. */
interface SecretKey {
  accountId: string;
  name: string;
}

/** Creates a secret or changes its value. Runs that have already been sent keep the former value. */
export async function updateSecret(
  context: AppContext,
  { accountId, name }: SecretKey,
  value: string,
): Promise<void> {
  const problem = SecretName.safeParse(name).error?.issues[0]?.message;
  if (problem) throw invalid('secretName', problem);
  const sealed = await context.vault.seal(value, aboutSecret({ accountId, name }));
  await transact(context.pool, async (client) => {
    await assertQuota(client, { accountId, replacedName: name, ...quota });
    await saveFormerSecret(client, { accountId, name });
    const insert = db
      .insertInto('Secret')
      .values({ id: newId(), accountId, name, sealed })
      .onConflict((conflict) =>
        conflict
          .columns(['accountId', 'name'])
          .doUpdateSet({ sealed: (eb) => eb.ref('excluded.sealed'), updatedAt: now }),
      );
    await execute(client, insert);
  });
}

export async function removeSecret(context: AppContext, accountId: string, name: string): Promise<void> {
  // No secret has an invalid name, and the database refuses some of them.
  orNotFound(SecretName.safeParse(name).data ?? null);
  await transact(context.pool, async (client) => {
    await saveFormerSecret(client, { accountId, name });
    const removal = db.deleteFrom('Secret').where('accountId', '=', accountId).where('name', '=', name);
    orNotFound((await executeCount(client, removal)) || null);
  });
}

/** Saves the current value, which stays masked as long as a run may write it. */
async function saveFormerSecret(client: PoolClient, { accountId, name }: SecretKey): Promise<void> {
  const source = db.selectFrom('Secret as s').where('s.accountId', '=', accountId).where('s.name', '=', name);
  const insert = insertFrom(db.insertInto('FormerSecret'), source, (eb) => ({
    id: newId(),
    accountId: eb.ref('s.accountId'),
    name: eb.ref('s.name'),
    sealed: eb.ref('s.sealed'),
  }));
  await execute(client, insert);
}

/** An encrypted value. */
export interface SealedSecret extends SecretKey {
  sealed: Uint8Array;
}

/** Decrypts the value of a current or former secret. */
export function openSecret(vault: Vault, { sealed, ...secret }: SealedSecret): Promise<string> {
  return vault.open(sealed, aboutSecret(secret));
}

/** Returns the additional data that binds a value to its secret. */
export function aboutSecret({ accountId, name }: SecretKey): string[] {
  return ['secret', accountId, name];
}

function toSecret({ id, name, createdAt, updatedAt, lastUsedAt }: Row, usedBy: SecretUse[]): Secret {
  return {
    _id: id,
    name,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    usedBy,
  };
}
