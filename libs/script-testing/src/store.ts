import type { StoreAnswer, StoreRequest, StoreTicketReply } from '@drover/agent/reports';
import { StoreOperation } from '@drover/contract/store-calls';
import type { StoreCall, StoreScope } from './types';

interface Entry {
  json: string;
  version: number;
  /** Milliseconds since 1970. Null for never. */
  expiresAt: number | null;
}

type Values = Record<string, unknown>;
type Operation<Type> = Extract<StoreOperation, { type: Type }>;

/** The stores of a run, in memory. Records the calls. */
export class TestStores {
  readonly calls: StoreCall[] = [];
  private readonly stores: Record<StoreScope, TestStore>;

  constructor(values: Partial<Record<StoreScope, Values>> = {}) {
    const create = (scope: StoreScope) => new TestStore(values[scope] ?? {});
    this.stores = { script: create('script'), device: create('device'), account: create('account') };
  }

  handle({ scope, operation }: StoreRequest): StoreTicketReply {
    const parsed = StoreOperation.safeParse(operation);
    if (!parsed.success) {
      const [{ path, message }] = parsed.error.issues;
      const text = [path.join('.'), message].filter(Boolean).join(': ');
      return { state: 'done', answer: { type: 'problem', code: 'INVALID', message: text } };
    }
    this.calls.push(describeCall(scope, parsed.data));
    return { state: 'done', answer: this.stores[scope].apply(parsed.data) };
  }

  readValues(): Record<StoreScope, Values> {
    const { script, device, account } = this.stores;
    return { script: script.readValues(), device: device.readValues(), account: account.readValues() };
  }
}

function describeCall(scope: StoreScope, operation: StoreOperation): StoreCall {
  if (operation.type === 'list') return { scope, type: 'list', prefix: operation.prefix };
  if (operation.type !== 'set') return { scope, ...operation };
  const { json, ...call } = operation;
  return { scope, ...call, value: JSON.parse(json) as unknown };
}

class TestStore {
  private readonly entries = new Map<string, Entry>();
  private lastVersion = 0;

  constructor(values: Values) {
    for (const [key, value] of Object.entries(values)) this.save(key, JSON.stringify(value), null);
  }

  apply(operation: StoreOperation): StoreAnswer {
    const { entries } = this;
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt !== null && expiresAt <= Date.now()) entries.delete(key);
    }
    if (operation.type === 'get') return { type: 'get', entry: this.read(operation.key) };
    if (operation.type === 'list') return this.list(operation);
    if (operation.type === 'increment') return this.increment(operation);
    const { type, key, ifVersion } = operation;
    const matches = ifVersion === undefined || ifVersion === (entries.get(key)?.version ?? 0);
    if (type === 'remove') return { type, isRemoved: matches && entries.delete(key) };
    return { type, version: matches ? this.save(key, operation.json, expiryOf(operation)) : null };
  }

  readValues(): Values {
    return Object.fromEntries([...this.entries].map(([key, { json }]) => [key, JSON.parse(json) as unknown]));
  }

  private list({ prefix, after = '', limit }: Operation<'list'>): StoreAnswer {
    const keys = [...this.entries.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const entries = keys.slice(0, limit).flatMap((key) => this.read(key) ?? []);
    return { type: 'list', entries, hasMore: keys.length > limit };
  }

  private increment({ key, by, expiresIn }: Operation<'increment'>): StoreAnswer {
    const entry = this.entries.get(key);
    const before: unknown = entry ? JSON.parse(entry.json) : 0;
    if (typeof before !== 'number') {
      return { type: 'problem', code: 'NOT_A_NUMBER', message: `the value of "${key}" is not a number` };
    }
    const value = before + by;
    const expiresAt = entry ? entry.expiresAt : expiryOf({ expiresIn });
    return { type: 'increment', value, version: this.save(key, JSON.stringify(value), expiresAt) };
  }

  private read(key: string) {
    const entry = this.entries.get(key);
    if (!entry) return null;
    const { expiresAt } = entry;
    return { key, ...entry, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
  }

  private save(key: string, json: string, expiresAt: number | null): number {
    this.lastVersion += 1;
    this.entries.set(key, { json, version: this.lastVersion, expiresAt });
    return this.lastVersion;
  }
}

function expiryOf({ expiresIn }: { expiresIn?: number }): number | null {
  return expiresIn === undefined ? null : Date.now() + expiresIn * 1000;
}
