import { collectItems, type Device, type Page, type Store, type StoreEntry } from '@drover/sdk';
import { Installation } from '@drover/test-installation';
import { CommandLine } from './testing/command-line';

let installation: Installation;
let drover: CommandLine;
let box: Device;

beforeAll(async () => {
  installation = await Installation.start();
  drover = await CommandLine.open(installation);
  ({ device: box } = await installation.startAgent('盒子'));
});
afterAll(() => installation?.close());

const run = (...args: string[]) => drover.run(['store', ...args]);

describe('drover store', () => {
  it('sets, reads, lists and deletes entries', async () => {
    expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('No stores.') });
    expect(await run('set', 'account', 'page', '1')).toMatchObject({
      code: 0,
      out: 'Set page to version 1.\n',
    });
    await run('set', 'account', 'greeting', '早上好');
    await run('set', 'account', 'digits', '12', '--text');
    const settings = ['set', 'account', '锁/a b', '{"city": ["大理"]}', '--expires', '1h'];
    const entry = await drover.runJson<StoreEntry>('store', ...settings);
    const lifeMs = Date.parse(entry.expiresAt ?? '') - Date.parse(entry.updatedAt);
    // The two times are rounded to milliseconds.
    expect(Math.abs(lifeMs - 3_600_000)).toBeLessThanOrEqual(1);
    expect((await run('get', 'account', 'greeting')).out).toBe('早上好\n');
    expect((await run('get', 'account', '锁/a b', '--jq', '.value.city[0]')).out).toBe('大理\n');
    const { items } = await drover.runJson<Page<StoreEntry>>('store', 'list', 'account');
    expect(items.map(({ key, value }) => [key, value])).toEqual([
      ['digits', '12'],
      ['greeting', '早上好'],
      ['page', 1],
      ['锁/a b', { city: ['大理'] }],
    ]);
    expect((await run('list', 'account', '--prefix', 'gr')).out).toMatch(
      /^KEY +VALUE +VERSION +EXPIRES +UPDATED\ngreeting +"早上好" +\d+ +never +\d+ s ago\n$/,
    );
    expect(await run('delete', 'account', 'page')).toMatchObject({ code: 0, out: 'Deleted page.\n' });
    expect(await run('get', 'account', 'page')).toMatchObject({
      code: 5,
      out: '',
      err: expect.stringContaining("The store has no entry 'page'."),
    });
    expect(await run('rm', 'account', 'page')).toMatchObject({ code: 5, out: '' });
  });

  it('changes an entry only if it has the version', async () => {
    const { version } = await drover.runJson<StoreEntry>('store', 'set', 'account', 'lock', 'me');
    const set = (ifVersion: number) => run('set', 'account', 'lock', 'you', '--if-version', `${ifVersion}`);
    expect(await set(0)).toMatchObject({ code: 5, err: expect.stringContaining('another version') });
    expect(await set(version)).toMatchObject({ code: 0 });
    const remove = await run('delete', 'account', 'lock', '--if-version', `${version}`);
    expect(remove).toMatchObject({ code: 5, err: expect.stringContaining('another version') });
    expect((await run('get', 'account', 'lock')).out).toBe('you\n');
  });

  it('finds the store of a script or a device by name or ID', async () => {
    const { devscripts } = installation.drover;
    const script = await devscripts.create({ name: 'counter' });
    await devscripts.create({ name: '盒子' });
    expect(await run('set', 'counter', 'n', '5')).toMatchObject({ code: 0 });
    expect((await run('get', script._id, 'n')).out).toBe('5\n');
    expect(await run('set', '盒子', 'n', '6')).toMatchObject({
      code: 5,
      err: expect.stringMatching(/matches 2 stores[^]*devscript:[0-9a-f]{24}[^]*device 盒子/),
    });
    expect(await run('set', 'device:盒子', 'n', '6')).toMatchObject({ code: 0 });
    expect((await run('get', box._id, 'n')).out).toBe('6\n');
    expect(await run('list', 'nothing')).toMatchObject({
      code: 5,
      err: expect.stringContaining("No script or device has the name 'nothing'."),
    });
    expect(await run('list', '0'.repeat(24))).toMatchObject({ code: 5, out: '' });
    const stores = await drover.runJson<Page<Store>>('store', 'ls');
    expect(stores.items.map(({ kind }) => kind).toSorted()).toEqual(['account', 'device', 'devscript']);
    expect((await run()).out).toMatch(/^counter +devscript +1 +\d+ B +[0-9a-f]{24}$/m);
  });

  it('reads a value from standard input, and rejects invalid ones', async () => {
    const set = (input: string, ...options: string[]) =>
      drover.run(['store', 'set', 'account', 'input', ...options], { input });
    expect(await set('[1,\n2]\n')).toMatchObject({ code: 0 });
    expect((await run('get', 'account', 'input', '--jq', '.value')).out).toBe('[1,2]\n');
    expect(await set('[1,\n')).toMatchObject({ code: 2, err: expect.stringContaining('not valid JSON') });
    expect(await set('[1,\n', '--text')).toMatchObject({ code: 0 });
    expect((await run('get', 'account', 'input')).out).toBe('[1,\n');
    expect(await run('set', 'account', '.', '1')).toMatchObject({ code: 2, out: '' });
    expect(await run('set', 'account', 'k'.repeat(256), '1')).toMatchObject({ code: 5, out: '' });
    expect(await run('set', 'account', 'a', '1', '--if-version', 'x')).toMatchObject({ code: 2, out: '' });
    expect(await run('set', 'account', 'a', '1', '--expires', 'soon')).toMatchObject({ code: 2, out: '' });
  });

  it('lists at most so many entries, and says that there are more', async () => {
    for (let at = 0; at < 3; at += 1) {
      await installation.drover.stores.updateEntry('account', `many:${at}`, { value: at });
    }
    const listed = await run('list', 'account', '--prefix', 'many:', '--limit', '2', '--jq', '.count');
    expect(listed).toMatchObject({ code: 0, out: '2\n', err: expect.stringContaining('more entries') });
    const all = collectItems(installation.drover.stores.iterateEntries('account', { prefix: 'many:' }));
    expect(await all).toHaveLength(3);
    const whole = await run('list', 'account', '--prefix', 'many:', '--limit', '3', '--jq', '.count');
    expect(whole).toMatchObject({ code: 0, out: '3\n', err: '' });
  });
});
