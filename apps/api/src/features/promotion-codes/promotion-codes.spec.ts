import { LIMITS } from '@drover/contract';
import { approve, createDevscript, publishScript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { formatLocalTime } from '../../records/local-time';
import { endOfDay } from './days';

const zone = 'Asia/Shanghai';
const pricing = { plan: 'monthly', price: 1000, currency: 'EUR' } as const;

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ TZ: zone, PUBLIC_URL: 'https://drover.example.org' });
  owner = await server.createAccount();
  stranger = await server.createAccount();
});
afterAll(() => server.close());

const codes = (devscriptId: string) => `/v1/devscripts/${devscriptId}/promocode`;
const create = (devscriptId: string, percentOff: unknown = 50) =>
  owner.as.post(codes(devscriptId)).send({ percentOff });

/** Makes a code expire. */
async function expire(promotionCodeId: string): Promise<void> {
  await server.context.prisma.promotionCode.update({
    where: { id: promotionCodeId },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
}

describe('POST /v1/devscripts/:devscriptId/promocode', () => {
  it("creates a code that is valid until the end of the day, with the listing's URL", async () => {
    const { devscriptId, script } = await publishScript(server, owner, { name: '签到', pricing });
    const before = new Date();
    const { body } = await create(devscriptId, 25).expect(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      code: expect.stringMatching(/^[A-Z2-9]{10}$/),
      percentOff: 25,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\d 23:59:59$/),
      name: '签到',
      url: `https://drover.example.org/scripts/${script.slug}`,
    });
    const days = [before, new Date()].map((moment) => formatLocalTime(endOfDay(moment, zone), zone));
    expect(days).toContain(body.expiresAt);
  });

  it('returns the URL that the listing will have', async () => {
    const { _id } = await createDevscript(owner);
    await approve(server, owner, _id);
    await owner.as.put(`/v1/devscripts/${_id}/pricing`).send(pricing).expect(204);
    const { body: first } = await create(_id).expect(201);
    const { body: second } = await create(_id).expect(201);
    const { body: script } = await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(201);
    const url = `https://drover.example.org/scripts/${script.slug}`;
    expect([first.url, second.url]).toEqual([url, url]);
  });

  it('returns 409 for a script that is not approved', async () => {
    const { _id } = await createDevscript(owner);
    await owner.as.put(`/v1/devscripts/${_id}/pricing`).send(pricing).expect(204);
    expect((await create(_id).expect(409)).body.message).toContain('review');
  });

  it('returns 409 for a script without a monthly plan', async () => {
    const { devscriptId } = await publishScript(server, owner);
    expect((await create(devscriptId).expect(409)).body.message).toContain('monthly plan');
  });

  it.each([LIMITS.percentOffMin, 12.5, LIMITS.percentOffMax])('accepts %s percent', async (percentOff) => {
    const { devscriptId } = await publishScript(server, owner, { pricing });
    expect((await create(devscriptId, percentOff).expect(201)).body.percentOff).toBe(percentOff);
  });

  it.each([LIMITS.percentOffMin - 1, LIMITS.percentOffMax + 1, '50', null])(
    'returns 422 for %s percent',
    async (percentOff) => {
      const { devscriptId } = await publishScript(server, owner, { pricing });
      const { body } = await create(devscriptId, percentOff).expect(422);
      expect(body.errors[0].path).toBe('percentOff');
    },
  );

  it('limits the number of valid codes, also for concurrent requests', async () => {
    const { devscriptId } = await publishScript(server, owner, { pricing });
    const answers = await Promise.all(
      Array.from({ length: LIMITS.promotionCodes + 3 }, () => create(devscriptId)),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(LIMITS.promotionCodes);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(new Set(made.map(({ body }) => body.code)).size).toBe(LIMITS.promotionCodes);
    await expire(made[0]?.body._id);
    await create(devscriptId).expect(201);
    await owner.as.delete(`${codes(devscriptId)}/${made[1]?.body._id}`).expect(204);
    await create(devscriptId).expect(201);
    await create(devscriptId).expect(409);
  });

  it('returns 404 for a devscript of another account', async () => {
    const { devscriptId } = await publishScript(server, owner, { pricing });
    await stranger.as.post(codes(devscriptId)).send({ percentOff: 50 }).expect(404);
  });
});

describe('GET /v1/devscripts/:devscriptId/promocode', () => {
  it('lists valid codes, newest first', async () => {
    const { devscriptId } = await publishScript(server, owner, { pricing });
    expect((await owner.as.get(codes(devscriptId)).expect(200)).body).toEqual({ count: 0, items: [] });
    const { body: first } = await create(devscriptId, 10);
    const { body: over } = await create(devscriptId, 20);
    const { body: last } = await create(devscriptId, 30);
    await expire(over._id);
    const { body } = await owner.as.get(codes(devscriptId)).expect(200);
    expect(body).toEqual({ count: 2, items: [last, first] });
    const { body: page } = await owner.as.get(`${codes(devscriptId)}?limit=1`).expect(200);
    expect(page).toEqual({ count: 1, items: [last], nextCursor: last._id });
  });

  it('returns 404 for a devscript of another account', async () => {
    const { devscriptId } = await publishScript(server, owner, { pricing });
    await stranger.as.get(codes(devscriptId)).expect(404);
  });
});

describe('DELETE /v1/devscripts/:devscriptId/promocode/:promotionCodeId', () => {
  it('deletes the code', async () => {
    const { devscriptId, script } = await publishScript(server, owner, { pricing });
    const { body } = await create(devscriptId);
    await owner.as.delete(`${codes(devscriptId)}/${body._id}`).expect(204, '');
    await owner.as.delete(`${codes(devscriptId)}/${body._id}`).expect(404);
    const quote = { code: body.code };
    await server.request().post(`/v1/listings/${script.slug}/quote`).send(quote).expect(404);
  });

  it('returns 404 for a code of another account or devscript', async () => {
    const { devscriptId } = await publishScript(server, owner, { pricing });
    const other = await createDevscript(owner);
    const { body } = await create(devscriptId);
    await stranger.as.delete(`${codes(devscriptId)}/${body._id}`).expect(404);
    await owner.as.delete(`${codes(other._id)}/${body._id}`).expect(404);
    expect((await owner.as.get(codes(devscriptId))).body.count).toBe(1);
  });
});
