import { ok, TestServer } from './testing/test-server';

describe('iterate', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  const urls = () => server.received.map(({ url }) => url);

  it('reads all pages', async () => {
    server.script(
      ok({ count: 3, items: [{ _id: 'a' }, { _id: 'b' }], nextCursor: 'c2' }),
      ok({ count: 3, items: [{ _id: 'c' }] }),
    );
    const ids: string[] = [];
    for await (const device of server.client().devices.iterate({ brand: 'Xiaomi', limit: 2 }))
      ids.push(device._id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(urls()).toEqual([
      '/v1/devices?brand=Xiaomi&limit=2',
      '/v1/devices?brand=Xiaomi&limit=2&cursor=c2',
    ]);
  });

  it('reads a page only when it is needed', async () => {
    server.script(ok({ count: 9, items: [{ _id: 'a' }], nextCursor: 'c2' }));
    for await (const run of server.client().runs.iterate()) if (run._id === 'a') break;
    expect(urls()).toEqual(['/v1/runs?limit=200']);
  });

  it('starts at the given cursor', async () => {
    server.script(ok({ count: 0, items: [] }));
    const { done } = await server.client().promotionCodes.iterate('d', { cursor: 'c9' }).next();
    expect(done).toBe(true);
    expect(urls()).toEqual(['/v1/devscripts/d/promocode?limit=200&cursor=c9']);
  });
});
