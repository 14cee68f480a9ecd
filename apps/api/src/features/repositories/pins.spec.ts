import { LIMITS, type RevisionList } from '@drover/contract';
import { newId } from '../../database/ids';
import { TestGit } from '../../testing/test-git';
import { codesOf, connectRepository } from '../../testing/test-repository';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let git: TestGit;
let groupId: string;

beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  git = await new TestGit().start();
  groupId = await createGroup('Canary');
});
afterEach(() => git.close());

const createGroup = async (name: string) => {
  const { body } = await owner.as.post('/v1/device-groups').send({ name, devices: [] }).expect(201);
  return (body as { _id: string })._id;
};

const one = (text: string) => ({
  'one/drover.json': '{ "name": "one", "entry": "main.ts" }',
  'one/main.ts': `console.log('${text}' as string);\n`,
});
const two = {
  'two/drover.json': '{ "name": "two", "entry": "main.js" }',
  'two/main.js': "console.log('2');\n",
};

const revisionsOf = async (name: string) => {
  const { body } = await owner.as.get('/v1/devscripts').query({ name }).expect(200);
  const answer = await owner.as.get(`/v1/devscripts/${body.items[0]._id}/revisions`).expect(200);
  return (answer.body as RevisionList).items;
};

describe('PUT /v1/repositories/:repositoryId', () => {
  it('stores pins, and changes and removes them', async () => {
    git.commit(one('main'));
    git.commit(one('next'), 'next');
    const others = await createGroup('Others');
    const pins = [{ ref: 'next', groupId }];
    const repository = await connectRepository(owner, { url: git.url, pins });
    await repository.synced();
    const [{ commit }] = (await repository.read()).pins;
    expect(commit).toBe(git.git(['rev-parse', 'next']));
    const both = [{ ref: 'main', groupId: others }, ...pins];
    await owner.as.put(repository.path).send({ pins: both }).expect(204);
    expect((await repository.read()).pins).toMatchObject(both);
    await owner.as.put(repository.path).send({ name: 'renamed' }).expect(204);
    expect((await repository.read()).pins).toMatchObject(both);
    await owner.as.put(repository.path).send({ pins: [] }).expect(204);
    expect((await repository.read()).pins).toEqual([]);
  });

  it('refuses a group of another account, and two pins of one group', async () => {
    git.commit(one('main'));
    const repository = await connectRepository(owner, { url: git.url });
    const unknown = { pins: [{ ref: 'a', groupId: newId() }] };
    expect((await owner.as.put(repository.path).send(unknown).expect(404)).body.errors).toMatchObject([
      { path: 'pins.0.groupId' },
    ]);
    const twice = { pins: [{ ref: 'a', groupId }, { ref: 'b', groupId }] }; // prettier-ignore
    expect((await owner.as.put(repository.path).send(twice).expect(422)).body.errors).toMatchObject([
      { path: 'pins', message: 'must have at most one pin for each device group' },
    ]);
  });
});

describe('POST /v1/repositories', () => {
  it('accepts as many pins as the limit allows, and refuses one more', async () => {
    const pins: { ref: string; groupId: string }[] = [];
    while (pins.length <= LIMITS.repositoryPins) {
      pins.push({ ref: 'next', groupId: await createGroup(`Group ${pins.length}`) });
    }
    const url = 'https://git.example.org/shop.git';
    const create = (body: object) => owner.as.post('/v1/repositories').send({ name: 'a', url, ...body });
    await create({ pins }).expect(422);
    expect((await create({ pins: pins.slice(1) }).expect(201)).body.pins).toHaveLength(LIMITS.repositoryPins);
  });
});

describe('DELETE /v1/device-groups/:groupId', () => {
  it('refuses a group that a pin uses', async () => {
    git.commit(one('main'));
    const pins = [{ ref: 'main', groupId }];
    const repository = await connectRepository(owner, { url: git.url, pins });
    const answer = await owner.as.delete(`/v1/device-groups/${groupId}`).expect(409);
    expect(answer.body.message).toContain('the repository "shop"');
    await owner.as.put(repository.path).send({ pins: [] }).expect(204);
    await owner.as.delete(`/v1/device-groups/${groupId}`).expect(204);
  });
});

describe('POST /v1/repositories/:repositoryId/sync', () => {
  it('stores a pinned branch as revisions that do not become the files of the script', async () => {
    git.commit(one('main'));
    const next = git.commit(one('next'), 'next');
    const repository = await connectRepository(owner, { url: git.url, pins: [{ ref: 'next', groupId }] });
    expect(await repository.synced()).toMatchObject({ projects: 1, changed: 1, error: null, notice: null });
    expect(await revisionsOf('one')).toMatchObject([
      { number: 2, ref: 'next', commit: next, source: 'git', tokenName: 'shop' },
      { number: 1, ref: null },
    ]);
    expect((await codesOf(owner)).one).toContain('main');
    git.commit(one('newer'), 'next');
    expect(await repository.sync()).toMatchObject({ projects: 1, changed: 1 });
    expect(await repository.sync()).toMatchObject({ projects: 1, changed: 0 });
    expect(await revisionsOf('one')).toMatchObject([
      { number: 3, ref: 'next' },
      { number: 2, ref: 'next' },
      { number: 1, ref: null },
    ]);
    git.commit(one('main 2'));
    expect(await repository.sync()).toMatchObject({ changed: 1 });
    expect((await revisionsOf('one'))[0]).toMatchObject({ number: 4, ref: null });
  });

  it('syncs a pinned branch by interval, also if the main branch has not changed', async () => {
    git.commit(one('main'));
    git.commit(one('next'), 'next');
    const repository = await connectRepository(owner, {
      ...{ url: git.url, intervalMinutes: 5, pins: [{ ref: 'next', groupId }] },
    });
    const { _id } = await repository.synced();
    const due = { where: { id: repository._id }, data: { nextAt: new Date() } };
    await server.context.prisma.repository.update(due);
    const unchanged = await repository.synced(_id);
    expect(unchanged).toMatchObject({ trigger: 'interval', projects: 0 });
    git.commit(one('newer'), 'next');
    await server.context.prisma.repository.update(due);
    expect(await repository.synced(unchanged._id)).toMatchObject({ projects: 1, changed: 1 });
    expect(await revisionsOf('one')).toHaveLength(3);
  });

  it('creates no script for a project that is only on a pinned branch, and says so', async () => {
    git.commit(one('main'));
    git.commit({ ...one('next'), ...two }, 'next');
    const repository = await connectRepository(owner, { url: git.url, pins: [{ ref: 'next', groupId }] });
    expect(await repository.synced()).toMatchObject({
      ...{ state: 'done', projects: 1 },
      notice: 'next: two is not on the default branch yet, so it has no script.',
    });
    expect(Object.keys(await codesOf(owner))).toEqual(['one']);
    git.commit({ ...one('main'), ...two });
    expect(await repository.sync()).toMatchObject({ projects: 2, notice: null });
    expect(await revisionsOf('two')).toMatchObject([{ ref: 'next' }, { ref: null }]);
  });

  it('changes nothing if a pinned branch does not exist or does not build', async () => {
    git.commit(one('main'));
    const pins = [{ ref: 'next', groupId }];
    const repository = await connectRepository(owner, { url: git.url, pins });
    expect(await repository.synced()).toMatchObject({
      ...{ state: 'failed', error: 'The repository has no branch or tag next.' },
    });
    git.commit({ ...one('next'), 'one/main.ts': "import 'dayjs'" }, 'next');
    const { error } = await repository.sync();
    expect(error).toMatch(/^next: one: [^]*Could not resolve "dayjs"/);
    expect(await codesOf(owner)).toEqual({});
    git.commit(one('next'), 'next');
    await repository.sync();
    expect(await revisionsOf('one')).toHaveLength(2);
  });

  it('keeps the revisions that are in use when it deletes old ones', async () => {
    git.commit(one('main'));
    git.commit(one('next'), 'next');
    const repository = await connectRepository(owner, { url: git.url, pins: [{ ref: 'next', groupId }] });
    await repository.synced();
    const { prisma } = server.context;
    const { id: devscriptId } = await prisma.devscript.findFirstOrThrow({
      where: { accountId: owner.accountId },
    });
    const data = Array.from({ length: LIMITS.revisions + 20 }, (_, n) => ({
      ...{ id: newId(), devscriptId, number: 10 + n, source: 'git' as const, ref: 'former' },
    }));
    await prisma.revision.createMany({ data });
    git.commit(one('newer'), 'next');
    await repository.sync();
    const kept = await prisma.revision.findMany({ where: { devscriptId }, orderBy: { number: 'asc' } });
    expect(kept[0]).toMatchObject({ number: 1, ref: null });
    expect(kept.at(-1)).toMatchObject({ number: LIMITS.revisions + 30, ref: 'next' });
    expect(kept).toHaveLength(LIMITS.revisions);
    expect((await codesOf(owner)).one).toContain('main');
  });
});
