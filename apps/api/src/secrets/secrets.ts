import { LIMITS, SecretName, type Paging, type Secret, type SecretList } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { Secret as Row } from '../database/client/client';
import { refuseWhereFull } from '../database/full';
import { newId } from '../database/ids';
import { transact } from '../database/transaction';
import { found, invalid } from '../http/api-error';
import { findRows, listPage } from '../http/lists';
import type { Service } from '../service';
import type { Vault } from './vault';

const room = {
  table: 'Secret',
  max: LIMITS.secrets,
  message: `An account has at most ${LIMITS.secrets} secrets.`,
} as const;

export async function listSecrets(
  { prisma }: Service,
  accountId: string,
  paging: Paging,
): Promise<SecretList> {
  return listPage(paging, { ...findRows(prisma.secret, { accountId }), item: toSecret });
}

interface Owned {
  accountId: string;
  name: string;
}

/** Makes a secret, or gives it another value; runs that have the former one go on with that. */
export async function updateSecret(
  service: Service,
  { accountId, name }: Owned,
  value: string,
): Promise<void> {
  const problem = SecretName.safeParse(name).error?.issues[0]?.message;
  if (problem) throw invalid('secretName', problem);
  const sealed = await service.vault.seal(value, aboutSecret({ accountId, name }));
  await transact(service.pool, async (client) => {
    await refuseWhereFull(client, { accountId, replacedName: name, ...room });
    await keepFormer(client, { accountId, name });
    await client.query(
      `INSERT INTO "Secret" (id, "accountId", name, sealed) VALUES ($1, $2, $3, $4)
       ON CONFLICT ("accountId", name) DO UPDATE SET sealed = excluded.sealed, "updatedAt" = now()`,
      [newId(), accountId, name, sealed],
    );
  });
}

export async function removeSecret(service: Service, accountId: string, name: string): Promise<void> {
  await transact(service.pool, async (client) => {
    await keepFormer(client, { accountId, name });
    const removed = await client.query('DELETE FROM "Secret" WHERE "accountId" = $1 AND name = $2', [
      accountId,
      name,
    ]);
    found(removed.rowCount || null);
  });
}

/** The value is masked for as long as a run may write it. */
async function keepFormer(client: PoolClient, { accountId, name }: Owned): Promise<void> {
  await client.query(
    `INSERT INTO "FormerSecret" (id, "accountId", name, sealed)
     SELECT $1, "accountId", name, sealed FROM "Secret" WHERE "accountId" = $2 AND name = $3`,
    [newId(), accountId, name],
  );
}

/** A value as the database has it. */
export interface SealedSecret extends Owned {
  sealed: Uint8Array;
}

/** The value of a secret, former or present. */
export function openSecret(vault: Vault, { sealed, ...secret }: SealedSecret): Promise<string> {
  return vault.open(sealed, aboutSecret(secret));
}

/** What binds a value to its secret. */
export function aboutSecret({ accountId, name }: Owned): string[] {
  return ['secret', accountId, name];
}

function toSecret({ id, name, createdAt, updatedAt }: Row): Secret {
  return { _id: id, name, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
