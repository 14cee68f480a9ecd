import { eventually, Installation } from '@drover/test-installation';

/** `STORE_AGENTS=10 STORE_SCRIPTS=5` is fifty runs. */
const agents = Number(process.env.STORE_AGENTS ?? 4);
const scripts = Number(process.env.STORE_SCRIPTS ?? 3);
const runs = agents * scripts;
const increments = 10;

/** Runs of one script on one device replace each other, so the runs are of several scripts. */
const code = `
  const wait = true;
  const { account } = drover.store;
  module.exports.result = (async () => {
    for (let n = 0; n < ${increments}; n += 1) await account.increment('incremented', 1, { wait });
    for (;;) {
      const { value = 0, version = 0 } = (await account.getEntry('compared', { wait })) ?? {};
      if (await account.compareAndSet('compared', version, value + 1, { wait })) return;
    }
  })();`;

describe(`a store that ${runs} runs of ${agents} agents change at once, on two servers`, () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await Installation.start({ nodes: 2 });
  });
  afterAll(() => installation?.close());

  it('has the exact count, also when servers are killed meanwhile', async () => {
    const { drover } = installation;
    for (let n = 0; n < agents; n += 1) await installation.startAgent(`agent-${n}`);
    const count = async () => {
      const { items } = await drover.stores.listEntries('account', { prefix: 'incremented' });
      return Number(items[0]?.value ?? 0);
    };
    for (let n = 0; n < scripts; n += 1) {
      const scriptId = await installation.createScript(code);
      await drover.jobs.create({ scriptId, selector: { all: true } });
    }
    const total = runs * increments;
    for (const [node, share] of [
      [0, 0.2],
      [1, 0.6],
    ]) {
      await eventually(count, (value) => value >= share * total, 120_000);
      await installation.servers[node].kill();
      await installation.startServer(node);
    }
    const { items } = await eventually(
      () => drover.runs.list({ limit: runs }),
      ({ items: all }) => all.length === runs && all.every(({ finishedAt }) => finishedAt !== null),
      300_000,
    );
    expect(items.map(({ state, reason }) => [state, reason])).toEqual(Array(runs).fill(['succeeded', null]));
    expect(await count()).toBe(total);
    expect(await drover.stores.getEntry('account', 'compared')).toMatchObject({ value: runs });
  }, 600_000);
});
