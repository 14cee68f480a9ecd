import type { Storage, Storages } from '@drover/script-types';
import { requestStorage } from '../channel';
import { STORAGE_BOUNDS } from '../storage-bounds';
import type { StorageReply, StorageRequest } from '../reports';

export function createStorages(): Storages {
  return {
    create: (name) => createStorage(checkName(name, 'name')),
    remove: (name) =>
      request({ name: checkName(name, 'name'), operation: { type: 'delete' } }).existed ?? false,
  };
}

function createStorage(name: string): Storage {
  const getJson = (key: string) =>
    request({ name, operation: { type: 'get', key: checkName(key, 'key') } }).json;
  return {
    get(key, defaultValue) {
      const json = getJson(key);
      return json === undefined ? defaultValue : (JSON.parse(json) as unknown);
    },
    put(key, value) {
      const json = JSON.stringify(value) as string | undefined;
      if (json === undefined) throw new TypeError(`storage.put(${key}): the value cannot be stored as JSON.`);
      if (json.length > STORAGE_BOUNDS.valueChars) {
        throw new Error(
          `storage.put(${key}): the value has more than ${STORAGE_BOUNDS.valueChars} characters as JSON.`,
        );
      }
      request({ name, operation: { type: 'put', key: checkName(key, 'key'), json } });
    },
    remove: (key) => void request({ name, operation: { type: 'remove', key: checkName(key, 'key') } }),
    contains: (key) => getJson(key) !== undefined,
    clear: () => void request({ name, operation: { type: 'clear' } }),
  };
}

function request(message: StorageRequest): StorageReply {
  const reply = requestStorage(message);
  if (reply.error !== undefined) throw new Error(`storages: ${reply.error}`);
  return reply;
}

function checkName(value: unknown, what: string): string {
  const text = String(value);
  if (value === undefined || text.length > STORAGE_BOUNDS.nameChars) {
    throw new TypeError(
      `storages: the ${what} must be a string of at most ${STORAGE_BOUNDS.nameChars} characters.`,
    );
  }
  return text;
}
