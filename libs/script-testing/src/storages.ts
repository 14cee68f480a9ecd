import type { StorageReply, StorageRequest } from '@drover/agent/reports';

type Values = Record<string, Record<string, unknown>>;

/** The `storages` of a device, in memory. */
export class TestStorages {
  /** Values as JSON by key, by the name of the storage. */
  private readonly storages: Map<string, Map<string, string>>;

  constructor(values: Values = {}) {
    this.storages = new Map(
      Object.entries(values).map(([name, storage]) => [
        name,
        new Map(Object.entries(storage).map(([key, value]) => [key, JSON.stringify(value)])),
      ]),
    );
  }

  handle({ name, operation }: StorageRequest): StorageReply {
    const values = this.storages.get(name) ?? new Map<string, string>();
    switch (operation.type) {
      case 'get':
        return { json: values.get(operation.key) };
      case 'put':
        this.storages.set(name, values.set(operation.key, operation.json));
        return {};
      case 'remove':
        values.delete(operation.key);
        return {};
      case 'clear':
      case 'delete':
        this.storages.delete(name);
        return { existed: values.size > 0 };
    }
  }

  readValues(): Values {
    const parse = (values: Map<string, string>) =>
      Object.fromEntries([...values].map(([key, json]) => [key, JSON.parse(json) as unknown]));
    return Object.fromEntries([...this.storages].map(([name, values]) => [name, parse(values)]));
  }
}
