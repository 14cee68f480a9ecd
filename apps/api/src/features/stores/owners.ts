import type { StoreKind } from '@drover/contract';
import { db, executeFirst, type SqlClient } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';

/** The identity of a store. */
export interface StoreIds {
  accountId: string;
  ownerId: string;
}

/** A store, which need not have entries yet, and what it belongs to. */
export interface StoreOwner extends StoreIds {
  kind: StoreKind;
}

/** Finds what a store of an account belongs to. `account` names the account itself. */
export async function findOwner(client: SqlClient, accountId: string, storeId: string): Promise<StoreOwner> {
  if (storeId === 'account' || storeId === accountId)
    return { accountId, ownerId: accountId, kind: 'account' };
  const device = db
    .selectFrom('Device')
    .select((eb) => eb.val('device').as('kind'))
    .where('id', '=', storeId)
    .where('accountId', '=', accountId);
  const devscript = db
    .selectFrom('Devscript')
    .select((eb) => eb.val('devscript').as('kind'))
    .where('id', '=', storeId)
    .where('accountId', '=', accountId);
  const script = db
    .selectFrom('LibraryEntry')
    .select((eb) => eb.val('script').as('kind'))
    .where('scriptId', '=', storeId)
    .where('accountId', '=', accountId);
  const { kind } = orNotFound(await executeFirst(client, device.unionAll(devscript).unionAll(script)));
  return { accountId, ownerId: storeId, kind: kind as StoreKind };
}
