import type { CreatedRepository, Repository, RepositorySync } from '@drover/contract';
import { eventually } from './eventually';
import type { TestAccount } from './test-server';

/** Maximum time of a sync in specs. One of large objects writes hundreds of megabytes. */
const syncTimeoutMs = 180_000;

/** A connected repository. */
export interface TestRepository extends CreatedRepository {
  path: string;
  read: () => Promise<Repository>;
  /** Waits for the end of a sync that is newer than another one, and returns it. */
  synced: (after?: string) => Promise<RepositorySync>;
  /** Requests a sync, and waits for its end. */
  sync: () => Promise<RepositorySync>;
}

export async function connectRepository(
  { as }: TestAccount,
  fields: { url: string } & Record<string, unknown>,
): Promise<TestRepository> {
  const answer = await as.post('/v1/repositories').send({ name: 'shop', ...fields });
  expect(answer.body).toMatchObject({ name: 'shop' });
  const created = answer.body as CreatedRepository;
  const path = `/v1/repositories/${created._id}`;
  const read = async () => (await as.get(path).expect(200)).body as Repository;
  const synced = (after = '') =>
    eventually(async () => {
      const { lastSync } = await read();
      expect(lastSync?._id.localeCompare(after)).toBe(1);
      expect(lastSync?.state).not.toBe('running');
      return lastSync as RepositorySync;
    }, syncTimeoutMs);
  const sync = async () => {
    const { _id } = await synced();
    await as.post(`${path}/sync`).expect(204);
    return synced(_id);
  };
  return { ...created, path, read, synced, sync };
}

/** The scripts of an account by name, with the code of each. */
export async function codesOf({ as }: TestAccount): Promise<Record<string, string>> {
  const { items } = (await as.get('/v1/devscripts').expect(200)).body as {
    items: { _id: string; name: string }[];
  };
  const codes = items.map(async ({ _id, name }) => {
    const answer: { text: string } = await as.get(`/v1/devscripts/${_id}/files/code`);
    return [name, answer.text] as const;
  });
  return Object.fromEntries(await Promise.all(codes));
}
