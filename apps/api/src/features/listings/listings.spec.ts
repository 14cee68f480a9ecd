import { LIMITS } from '@drover/contract';
import { approve, publishScript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { applyDiscount } from './listings';

const pricing = { plan: 'monthly', price: 999, currency: 'EUR' } as const;

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://drover.example.org/' });
  owner = await server.createAccount();
  stranger = await server.createAccount();
});
afterAll(() => server.close());

/** Creates a promotion code, and returns its text. */
async function createCode(devscriptId: string, percentOff: number): Promise<string> {
  const { body } = await owner.as
    .post(`/v1/devscripts/${devscriptId}/promocode`)
    .send({ percentOff })
    .expect(201);
  return body.code;
}

async function expire(code: string): Promise<void> {
  const data = { expiresAt: new Date(Date.now() - 1) };
  await server.context.prisma.promotionCode.update({ where: { code }, data });
}

describe('GET /v1/listings', () => {
  it('lists published scripts, but no unpublished or deleted ones', async () => {
    const name = `listed ${owner.accountId}`;
    const { script } = await publishScript(server, owner, { name, pricing, description: 'Says 你好.' });
    const down = await publishScript(server, owner, { name });
    const deleted = await publishScript(server, owner, { name });
    await owner.as.delete(`/v1/devscripts/${down.devscriptId}/publish`).expect(204);
    await owner.as.delete(`/v1/devscripts/${deleted.devscriptId}`).expect(204);
    const { body } = await server.request().get('/v1/listings').query({ name: name.toUpperCase() });
    expect(body).toEqual({
      count: 1,
      items: [
        {
          slug: script.slug,
          name,
          version: '1.0.0',
          description: 'Says 你好.',
          ownerName: 'Test',
          ...pricing,
          url: `https://drover.example.org/scripts/${script.slug}`,
        },
      ],
    });
  });

  it('returns pages', async () => {
    const name = `paged ${owner.accountId}`;
    const { script: first } = await publishScript(server, owner, { name });
    const { script: second } = await publishScript(server, owner, { name });
    const { body } = await server.request().get('/v1/listings').query({ name, limit: 1 }).expect(200);
    expect(body).toMatchObject({ count: 1, items: [{ slug: second.slug }], nextCursor: second._id });
    const { body: rest } = await server
      .request()
      .get('/v1/listings')
      .query({ name, limit: 1, cursor: body.nextCursor });
    expect(rest.items).toMatchObject([{ slug: first.slug }]);
  });
});

describe('GET /v1/listings/:slug', () => {
  it('ignores the case of the slug', async () => {
    const { script } = await publishScript(server, owner);
    const { body } = await server.request().get(`/v1/listings/${script.slug.toUpperCase()}`).expect(200);
    expect(body).toMatchObject({ slug: script.slug, plan: 'free', price: null, description: '' });
  });

  it('shows the published name and description until the next version', async () => {
    const { devscriptId, script } = await publishScript(server, owner, { name: 'old', description: 'Old.' });
    const longest = '说'.repeat(LIMITS.scriptDescriptionChars);
    const describe = (description: string) =>
      owner.as.put(`/v1/devscripts/${devscriptId}`).send({ name: 'new', description });
    await describe(`${longest}!`).expect(422);
    await describe(longest).expect(204);
    const read = async () => (await server.request().get(`/v1/listings/${script.slug}`)).body;
    expect(await read()).toMatchObject({ name: 'old', description: 'Old.' });
    await approve(server, owner, devscriptId);
    await owner.as.post(`/v1/devscripts/${devscriptId}/publish`).expect(201);
    expect(await read()).toMatchObject({ name: 'new', description: longest });
  });

  it.each(['zzzzzz', '%00', 'a'.repeat(300)])('returns 404 for %s', async (slug) => {
    await server.request().get(`/v1/listings/${slug}`).expect(404);
  });
});

describe('POST /v1/listings/:slug/quote', () => {
  const quote = (slug: string, code?: string) =>
    server.request().post(`/v1/listings/${slug}/quote`).send({ code });

  it('returns the monthly price with the code, ignoring its case', async () => {
    const { devscriptId, script } = await publishScript(server, owner, { pricing });
    const code = await createCode(devscriptId, 50);
    const { body } = await quote(script.slug, ` ${code.toLowerCase()} `).expect(200);
    expect(body).toEqual({ percentOff: 50, price: 999, discountedPrice: 500, currency: 'EUR' });
  });

  it("returns 404 for an unknown or expired code, and for another script's", async () => {
    const { devscriptId, script } = await publishScript(server, owner, { pricing });
    const other = await publishScript(server, owner, { pricing });
    const over = await createCode(devscriptId, 50);
    await expire(over);
    for (const code of ['NOSUCHCODE', over, await createCode(other.devscriptId, 50)]) {
      const { body } = await quote(script.slug, code).expect(404);
      expect(body.message).toContain('promotion code');
    }
  });

  it('returns 409 for a free script and 422 without a code', async () => {
    const { script } = await publishScript(server, owner);
    await quote(script.slug, 'NOSUCHCODE').expect(409);
    await quote(script.slug).expect(422);
  });
});

describe('POST /v1/listings/:slug/library', () => {
  const add = (account: TestAccount, slug: string, code?: string) =>
    account.as.post(`/v1/listings/${slug}/library`).send({ code });

  it('adds a free script, and returns the same script when repeated', async () => {
    const { script } = await publishScript(server, owner);
    const { body } = await add(stranger, script.slug).expect(201);
    expect(body).toEqual({ ...script, isOwn: false });
    expect((await add(stranger, script.slug).expect(201)).body).toEqual(body);
    expect((await stranger.as.get('/v1/scripts').query({ slug: script.slug })).body.count).toBe(1);
  });

  it('adds a paid script for its owner, or with a code of 100 %', async () => {
    const { devscriptId, script } = await publishScript(server, owner, { pricing });
    const over = await createCode(devscriptId, 100);
    await expire(over);
    for (const code of [undefined, 'NOSUCHCODE', over, await createCode(devscriptId, 99.9)]) {
      const { body } = await add(stranger, script.slug, code).expect(403);
      expect(body).toMatchObject({ code: 1044, message: expect.stringContaining('100 %') });
    }
    await stranger.as.get(`/v1/scripts/${script._id}`).expect(404);
    await add(stranger, script.slug, await createCode(devscriptId, 100)).expect(201);
    await add(stranger, script.slug).expect(201);
    await owner.as.delete(`/v1/scripts/${script._id}`).expect(204);
    await add(owner, script.slug).expect(201);
  });

  it('returns 404 for an unlisted script and 401 without a credential', async () => {
    const { devscriptId, script } = await publishScript(server, owner);
    await server.request().post(`/v1/listings/${script.slug}/library`).expect(401);
    await owner.as.delete(`/v1/devscripts/${devscriptId}/publish`).expect(204);
    await add(stranger, script.slug).expect(404);
  });
});

describe('applyDiscount', () => {
  it.each([
    [1000, 1, 990],
    [999, 50, 500],
    [5, 10, 5],
    [5, 11, 4],
    [1000, 33.35, 667],
    [1, 50, 1],
    [1, 51, 0],
    [LIMITS.priceMax, 100, 0],
  ])('reduces %s by %s percent to %s', (price, percentOff, discounted) => {
    expect(applyDiscount(price, percentOff)).toBe(discounted);
  });
});
