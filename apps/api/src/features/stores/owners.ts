import type { StoreKind } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import { db, executeFirst, type SqlClient } from '../../database/sql';
import { isInScope, scopeValues } from '../../records/device-scope';
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
export async function findOwner(client: SqlClient, scope: DeviceScope, storeId: string): Promise<StoreOwner> {
  const { accountId } = scope;
  if (storeId === 'account' || storeId === accountId)
    return { accountId, ownerId: accountId, kind: 'account' };
  const device = db
    .selectFrom('Device')
    .select((eb) => eb.val('device').as('kind'))
    .where('id', '=', storeId)
    .where('accountId', '=', accountId)
    .where(({ and, ref }) => and(isInScope(ref('Device.id'), { accountId, ...scopeValues(scope) })));
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
