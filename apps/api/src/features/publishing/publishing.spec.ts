import { LIMITS } from '@drover/contract';
import { approve, createDevscript, publishScript, upload } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  stranger = await server.createAccount();
});
afterAll(() => server.close());

const publish = (devscriptId: string) => owner.as.post(`/v1/devscripts/${devscriptId}/publish`);
const unpublish = (devscriptId: string) => owner.as.delete(`/v1/devscripts/${devscriptId}/publish`);
const listing = (slug: string) => server.request().get(`/v1/listings/${slug}`);

describe('POST /v1/devscripts/:devscriptId/publish', () => {
  it("publishes an approved devscript, and adds the script to its owner's library", async () => {
    const { _id } = await createDevscript(owner, { name: '签到' });
    await approve(server, owner, _id);
    const { body } = await publish(_id).expect(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      slug: expect.stringMatching(/^[a-z0-9]{5}$/),
      name: '签到',
      version: '1.0.0',
      isOwn: true,
      isListed: true,
    });
    expect((await owner.as.get(`/v1/scripts/${body._id}`).expect(200)).body).toEqual(body);
    expect((await owner.as.get(`/v1/devscripts/${_id}`)).body.script).toEqual(body);
  });

  it.each(['draft', 'in_review', 'rejected'])(
    'returns 409 for a devscript in the state %s',
    async (state) => {
      const { _id } = await createDevscript(owner);
      if (state !== 'draft') await owner.as.post(`/v1/devscripts/${_id}/review`).expect(201);
      if (state === 'rejected') {
        const reviewer = await server.createAccount({ isReviewer: true });
        await reviewer.as.put(`/v1/reviews/${_id}`).send({ decision: 'reject' }).expect(204);
      }
      const { body } = await publish(_id).expect(409);
      expect(body).toMatchObject({ code: 1105, message: expect.stringContaining('review') });
      expect((await owner.as.get(`/v1/devscripts/${_id}`)).body.script).toBeNull();
    },
  );

  it('publishes changed code as the next patch version, and keeps the previous one', async () => {
    const { devscriptId, script } = await publishScript(server, owner, { code: 'log("first")' });
    await upload(owner, devscriptId, { code: 'log("second")' });
    await publish(devscriptId).expect(409);
    await approve(server, owner, devscriptId);
    const { body } = await publish(devscriptId).expect(201);
    expect(body).toEqual({ ...script, version: '1.0.1' });
    const versions = await server.context.prisma.scriptVersion.findMany({
      where: { scriptId: script._id },
      orderBy: { version: 'asc' },
    });
    expect(versions.map(({ version }) => version)).toEqual(['1.0.0', '1.0.1']);
    expect(versions[0]?.codeSha256).not.toBe(versions[1]?.codeSha256);
  });

  it('increments the patch number beyond nine', async () => {
    const { devscriptId, script } = await publishScript(server, owner);
    await server.context.prisma.script.update({
      where: { id: script._id },
      data: { version: '1.0.9', versions: { create: { version: '1.0.9', codeSha256: 'another' } } },
    });
    expect((await publish(devscriptId).expect(201)).body.version).toBe('1.0.10');
  });

  it('publishes a version for a changed configuration, name or description', async () => {
    const { devscriptId } = await publishScript(server, owner, { code: 'log(1)' });
    await upload(owner, devscriptId, { config: [{ name: 'greeting' }] });
    await approve(server, owner, devscriptId);
    expect((await publish(devscriptId).expect(201)).body.version).toBe('1.0.1');
    await owner.as.put(`/v1/devscripts/${devscriptId}`).send({ name: 'renamed' }).expect(204);
    await approve(server, owner, devscriptId);
    expect((await publish(devscriptId).expect(201)).body).toMatchObject({
      version: '1.0.2',
      name: 'renamed',
    });
    await owner.as.put(`/v1/devscripts/${devscriptId}`).send({ description: 'New.' }).expect(204);
    await approve(server, owner, devscriptId);
    expect((await publish(devscriptId).expect(201)).body.version).toBe('1.0.3');
  });

  it.each([{ name: 'Free money' }, { description: 'Send me your password.' }])(
    'returns 409 for %j that was set after the approval',
    async (change) => {
      const { _id } = await createDevscript(owner, { name: 'Greeter' });
      await approve(server, owner, _id);
      await owner.as.put(`/v1/devscripts/${_id}`).send({ name: 'Greeter' }).expect(204);
      expect((await owner.as.get(`/v1/devscripts/${_id}`)).body.reviewState).toBe('approved');
      await owner.as.put(`/v1/devscripts/${_id}`).send(change).expect(204);
      expect((await owner.as.get(`/v1/devscripts/${_id}`)).body.reviewState).toBe('draft');
      await publish(_id).expect(409);
    },
  );

  it('returns 409 for unchanged content, also in concurrent requests', async () => {
    const { _id } = await createDevscript(owner);
    await approve(server, owner, _id);
    const answers = await Promise.all([publish(_id), publish(_id), publish(_id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('lists an unpublished version again', async () => {
    const { devscriptId, script } = await publishScript(server, owner);
    await unpublish(devscriptId).expect(204);
    expect((await publish(devscriptId).expect(201)).body).toEqual(script);
    await listing(script.slug).expect(200);
  });

  it("adds a removed script to the owner's library again", async () => {
    const { devscriptId, script } = await publishScript(server, owner);
    await owner.as.delete(`/v1/scripts/${script._id}`).expect(204);
    await owner.as.get(`/v1/scripts/${script._id}`).expect(404);
    expect((await publish(devscriptId).expect(201)).body).toEqual(script);
    await owner.as.get(`/v1/scripts/${script._id}`).expect(200);
  });

  it('returns 404 for a devscript of another account', async () => {
    const { devscriptId } = await publishScript(server, owner);
    await stranger.as.post(`/v1/devscripts/${devscriptId}/publish`).expect(404);
  });
});

describe('DELETE /v1/devscripts/:devscriptId/publish', () => {
  it('removes the listing, also when repeated', async () => {
    const { devscriptId, script } = await publishScript(server, owner);
    await unpublish(devscriptId).expect(204, '');
    await unpublish(devscriptId).expect(204, '');
    await listing(script.slug).expect(404);
    const { body } = await owner.as.get(`/v1/scripts/${script._id}`).expect(200);
    expect(body).toEqual({ ...script, isListed: false });
  });

  it('returns 409 for a devscript that has not been published', async () => {
    const { _id } = await createDevscript(owner);
    const { body } = await unpublish(_id).expect(409);
    expect(body.message).toBe('The script has not been published.');
  });

  it('returns 404 for a devscript of another account', async () => {
    const { devscriptId, script } = await publishScript(server, owner);
    await stranger.as.delete(`/v1/devscripts/${devscriptId}/publish`).expect(404);
    await listing(script.slug).expect(200);
  });
});

describe('PUT /v1/devscripts/:devscriptId/pricing', () => {
  const price = (devscriptId: string, pricing: object) =>
    owner.as.put(`/v1/devscripts/${devscriptId}/pricing`).send(pricing);

  it('sets and removes a monthly price, which the listing shows', async () => {
    const { devscriptId, script } = await publishScript(server, owner);
    await price(devscriptId, { plan: 'monthly', price: 1250, currency: 'EUR' }).expect(204, '');
    const paid = { plan: 'monthly', price: 1250, currency: 'EUR' };
    expect((await owner.as.get(`/v1/devscripts/${devscriptId}`)).body).toMatchObject(paid);
    expect((await listing(script.slug)).body).toMatchObject(paid);
    await price(devscriptId, { plan: 'free', price: 99, currency: 'EUR' }).expect(204);
    expect((await listing(script.slug)).body).toMatchObject({ plan: 'free', price: null, currency: null });
  });

  it.each([
    { path: 'price', pricing: { plan: 'monthly', currency: 'EUR' } },
    { path: 'currency', pricing: { plan: 'monthly', price: 1 } },
    { path: 'price', pricing: { plan: 'monthly', price: 0, currency: 'EUR' } },
    { path: 'price', pricing: { plan: 'monthly', price: 9.5, currency: 'EUR' } },
    { path: 'price', pricing: { plan: 'monthly', price: LIMITS.priceMax + 1, currency: 'EUR' } },
    { path: 'currency', pricing: { plan: 'monthly', price: 1, currency: 'euro' } },
    { path: 'plan', pricing: { plan: 'yearly' } },
  ])('returns 422 for $pricing', async ({ path, pricing }) => {
    const { _id } = await createDevscript(owner);
    const { body } = await price(_id, pricing).expect(422);
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  it('accepts the lowest and the highest price', async () => {
    const { _id } = await createDevscript(owner);
    await price(_id, { plan: 'monthly', price: 1, currency: 'JPY' }).expect(204);
    await price(_id, { plan: 'monthly', price: LIMITS.priceMax, currency: 'JPY' }).expect(204);
  });

  it('returns 404 for a devscript of another account', async () => {
    const { _id } = await createDevscript(owner);
    await stranger.as.put(`/v1/devscripts/${_id}/pricing`).send({ plan: 'free' }).expect(404);
  });
});
