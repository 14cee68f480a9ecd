import { eventually, Installation } from '@drover/test-installation';
import { setTimeout as delay } from 'node:timers/promises';

describe('the store of a script', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await Installation.start();
  });
  afterAll(() => installation?.close());

  it('has values with versions, counters, prefixes and conditions', async () => {
    const { device } = await installation.startAgent('computer');
    const code = `
      const { store } = drover;
      module.exports.result = (async () => [
        await store.get('none'),
        await store.set('a:1', { b: ['中'] }),
        await store.get('a:1'),
        await store.increment('a:2', 2, { expiresIn: 60 }),
        await store.increment('a:2'),
        await store.compareAndSet('lock', 0, 'me'),
        await store.compareAndSet('lock', 0, 'you'),
        (await store.list('a:')).map(({ key, value, expiresAt }) => [key, value, expiresAt !== null]),
        (await store.list('', { limit: 1 })).length,
        await store.delete('lock', { ifVersion: 99 }),
        await store.delete('lock'),
        (await store.getEntry('a:2')).version,
        await store.device.set('d', 1) > 0 && await store.account.set('w', 2) > 0,
        await store.increment('a:1').catch(({ name, code, message }) => [name, code, message]),
        await store.set('', 1).catch(({ code }) => code),
        await store.set('f', () => 1).catch(({ message }) => message),
        await store.get('a:1', { wait: 'x' }).catch(({ message }) => message),
      ])();`;
    const run = await installation.run(device, code, ['succeeded', 'failed']);
    expect((await installation.readLog(run)).join('\n')).toBe('');
    expect((await installation.drover.runs.getResult(run._id)).value).toEqual([
      ...[null, 1, { b: ['中'] }, 2, 3, 4, null],
      [
        ['a:1', { b: ['中'] }, false],
        ['a:2', 3, true],
      ],
      ...[1, false, true, 3, true],
      ['StoreError', 'NOT_A_NUMBER', 'drover.store.increment: the value of "a:1" is not a number.'],
      'INVALID',
      'drover.store.set: the value must be one that JSON has.',
      'drover.store.get: wait must be true, false, or a number of seconds.',
    ]);
    const { stores } = installation.drover;
    expect(await stores.getEntry(device._id, 'd')).toMatchObject({ value: 1 });
    expect(await stores.getEntry('account', 'w')).toMatchObject({ value: 2 });
  });

  it('fails at once while the device is offline, and waits if the call says so', async () => {
    const { device } = await installation.startAgent('offline');
    const scriptId = await installation.createScript(`
      module.exports.result = (async () => {
        await drover.store.set('ready', true);
        for (;;) {
          const startedAt = Date.now();
          const error = await drover.store.increment('n').catch((problem) => problem);
          if (typeof error === 'number') { await new Promise((resolve) => setTimeout(resolve, 20)); continue; }
          const took = Date.now() - startedAt;
          await drover.store.set('waited', true, { wait: true });
          return [error.code, error.message.startsWith('drover.store.increment: the device is offline'), took];
        }
      })();`);
    const { jobId } = await installation.drover.devscripts.run(scriptId, { devices: [device] });
    await eventually(
      () => installation.drover.stores.listEntries(scriptId),
      ({ items }) => items.some(({ key }) => key === 'ready'),
    );
    await installation.server.kill();
    await delay(2000);
    await installation.startServer();
    const run = await installation.waitForRun(jobId, ['succeeded', 'failed']);
    const { value } = await installation.drover.runs.getResult(run._id);
    const [code, isOffline, tookMs] = value as [string, boolean, number];
    expect([code, isOffline]).toEqual(['OFFLINE', true]);
    // A change that may have been made is repeated for 5 s, so that its reply is known.
    expect(tookMs).toBeLessThan(8000);
    expect(await installation.drover.stores.getEntry(scriptId, 'waited')).toMatchObject({ value: true });
  });
});
