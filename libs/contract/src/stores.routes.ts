import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { LIMITS } from './limits';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';
import {
  RemoveStoreEntry,
  StoreEntry,
  StoreEntryFilter,
  StoreEntryList,
  StoreId,
  StoreList,
  UpdateStoreEntry,
} from './stores.schemas';

const c = initContract();

const ofStore = z.object({ storeId: StoreId });

/** Accepts any text as the key: changing an entry validates it, and other operations do not find it. */
const ofEntry = z.object({ storeId: StoreId, entryKey: z.string() });

export const stores = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/stores',
    summary: 'List the stores that have had entries',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: Paging,
    responses: { 200: StoreList },
  },
  listEntries: {
    method: 'GET',
    path: '/v1/stores/:storeId/entries',
    summary: 'List entries of a store by key',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: ofStore,
    query: StoreEntryFilter,
    responses: { 200: StoreEntryList },
  },
  getEntry: {
    method: 'GET',
    path: '/v1/stores/:storeId/entries/:entryKey',
    summary: 'Read an entry of a store',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: ofEntry,
    responses: { 200: StoreEntry },
  },
  updateEntry: {
    method: 'PUT',
    path: '/v1/stores/:storeId/entries/:entryKey',
    summary: 'Create an entry of a store, or replace its value',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.valuesBodyBytes,
      audit: { action: 'store-entry.update', target: 'params.entryKey' },
    }),
    pathParams: ofEntry,
    body: UpdateStoreEntry,
    responses: { 200: StoreEntry },
  },
  removeEntry: {
    method: 'DELETE',
    path: '/v1/stores/:storeId/entries/:entryKey',
    summary: 'Delete an entry of a store',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'store-entry.remove', target: 'params.entryKey' },
    }),
    pathParams: ofEntry,
    query: RemoveStoreEntry,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
