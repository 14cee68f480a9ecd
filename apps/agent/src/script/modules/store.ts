import type { StoreScope } from '@drover/contract/store-calls';
import type { Hamibot, Store, StoreEntry, StoreError, StoreOptions } from '@drover/script-types';
import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { requestStore } from '../channel';
import type { StoreAnswer, StoreRequest } from '../reports';

/** First and longest pause between two questions whether the server has replied. */
const [minPollMs, maxPollMs] = [2, 100];

/** Entries that one call lists. */
const pageItems = 1000;

type Answer<Type> = Extract<StoreAnswer, { type: Type }>;
type StoredEntry = NonNullable<Answer<'get'>['entry']>;

interface NewValue {
  key: string;
  value: unknown;
  ifVersion?: number;
}

let lastTicket = 0;

/** Creates the stores of the script, the device and the workspace. */
export function createStore(): Hamibot['store'] {
  return {
    ...storeOf('script', 'drover.store'),
    device: storeOf('device', 'drover.store.device'),
    account: storeOf('account', 'drover.store.account'),
  };
}

function storeOf(scope: StoreScope, path: string): Store {
  async function call<Type extends StoreAnswer['type']>(
    name: keyof Store,
    operation: { type: Type; [field: string]: unknown },
    options: StoreOptions = {},
  ): Promise<Answer<Type>> {
    const answer = await ask({ scope, operation, waitMs: toWaitMs(options.wait, `${path}.${name}`) });
    if (answer.type === 'problem') throw toError(`${path}.${name}`, answer);
    return answer as Answer<Type>;
  }

  async function getEntry(name: keyof Store, key: string, options?: StoreOptions) {
    return (await call(name, { type: 'get', key }, options)).entry;
  }

  async function set(
    name: 'set' | 'compareAndSet',
    { value, ...fields }: NewValue,
    options: StoreOptions = {},
  ) {
    const { wait, ...more } = options;
    const json = toJson(value, `${path}.${name}`);
    return (await call(name, { type: 'set', ...more, ...fields, json }, { wait })).version;
  }

  return {
    get: async (key, options) => {
      const entry = await getEntry('get', key, options);
      return entry ? toEntry(entry).value : undefined;
    },
    getEntry: async (key, options) => {
      const entry = await getEntry('getEntry', key, options);
      return entry ? toEntry(entry) : undefined;
    },
    list: async (prefix = '', { limit = Infinity, ...options } = {}) => {
      const entries: StoreEntry[] = [];
      for (let after: string | undefined; entries.length < limit; after = entries.at(-1)?.key) {
        const operation = { type: 'list', prefix, after, limit: Math.min(pageItems, limit - entries.length) };
        const page = await call('list', operation as { type: 'list' }, options);
        entries.push(...page.entries.map(toEntry));
        if (!page.hasMore) break;
      }
      return entries;
    },
    // Without a version the server always sets the value.
    set: async (key, value, options) => (await set('set', { key, value }, options)) as number,
    // oxlint-disable-next-line max-params -- scripts call it so
    compareAndSet: (key, ifVersion, value, options) => {
      if (typeof ifVersion !== 'number') {
        return Promise.reject(new TypeError(`${path}.compareAndSet: the version must be a number.`));
      }
      return set('compareAndSet', { key, ifVersion, value }, options);
    },
    increment: async (key, by = 1, { wait, ...options } = {}) =>
      (await call('increment', { type: 'increment', key, by, ...options }, { wait })).value,
    delete: async (key, { wait, ...options } = {}) =>
      (await call('delete', { type: 'remove', key, ...options }, { wait })).isRemoved,
  };
}

/** Has the agent call the server, and waits for the answer. */
async function ask(request: Omit<StoreRequest, 'ticket'>): Promise<StoreAnswer> {
  lastTicket += 1;
  // Each thread has tickets of its own.
  const ticket = threadId * 1_000_000_000 + lastTicket;
  for (let pollMs = minPollMs; ; pollMs = Math.min(maxPollMs, 2 * pollMs)) {
    const reply = requestStore({ ticket, ...request });
    if (reply.state === 'done') return reply.answer;
    await delay(pollMs);
  }
}

function toEntry({ json, ...entry }: StoredEntry): StoreEntry {
  return { ...entry, value: JSON.parse(json) as unknown };
}

function toJson(value: unknown, name: string): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`${name}: the value must be one that JSON has.`);
  return json;
}

function toWaitMs(wait: unknown, name: string): number | null {
  if (wait === true) return null;
  if (wait === undefined || wait === false) return 0;
  if (typeof wait === 'number' && wait >= 0) return Math.min(wait * 1000, Number.MAX_SAFE_INTEGER);
  throw new TypeError(`${name}: wait must be true, false, or a number of seconds.`);
}

function toError(name: string, problem: Answer<'problem'>): StoreError {
  const { code, message } = problem;
  const mayBeApplied = 'mayBeApplied' in problem && problem.mayBeApplied === true;
  return Object.assign(new Error(`${name}: ${message}.`), { name: 'StoreError', code, mayBeApplied });
}
