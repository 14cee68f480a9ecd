import { createDevice } from '../../testing/test-device';
import { approve, createDevscript, upload } from '../../testing/test-devscript';
import { startTestServer, type TestServer } from '../../testing/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('publishing', () => {
  it('lets another account run the script, also after it is unpublished', async () => {
    const owner = await server.createAccount();
    const other = await server.createAccount();

    const { _id, reviewState } = await createDevscript(owner, { name: 'Greeter', code: 'log("one")' });
    expect(reviewState).toBe('draft');
    await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(409);
    await approve(server, owner, _id);
    await owner.as
      .put(`/v1/devscripts/${_id}/pricing`)
      .send({ plan: 'monthly', price: 300, currency: 'EUR' })
      .expect(204);
    const { body: script } = await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(201);

    const listing = `/v1/listings/${script.slug}`;
    const { body: promotion } = await owner.as
      .post(`/v1/devscripts/${_id}/promocode`)
      .send({ percentOff: 100 })
      .expect(201);
    const { body: quote } = await server.request().post(`${listing}/quote`).send({ code: promotion.code });
    expect(quote).toEqual({ percentOff: 100, price: 300, discountedPrice: 0, currency: 'EUR' });
    await other.as.post(`${listing}/library`).expect(403);
    await other.as.post(`${listing}/library`).send({ code: promotion.code }).expect(201);

    const device = await createDevice(server, other);
    const link = await device.connect();
    const run = async () => {
      const path = `/v1/scripts/${script._id}/run`;
      await other.as
        .post(path)
        .send({ devices: [{ _id: device._id }] })
        .expect(204);
      const order = await link.start();
      await link.finish(order.runId);
      return order;
    };
    expect(await run()).toMatchObject({
      code: 'log("one")',
      env: { APP_ENV: 'production', USER_ID: other.accountId, SCRIPT_ID: script._id },
    });

    // A new upload changes only the draft, not the published version.
    await upload(owner, _id, { code: 'log("two")' });
    expect(await run()).toMatchObject({ code: 'log("one")' });

    await approve(server, owner, _id);
    await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(201);
    expect(await run()).toMatchObject({ code: 'log("two")' });

    await owner.as.delete(`/v1/devscripts/${_id}/publish`).expect(204);
    await server.request().get(listing).expect(404);
    expect(await run()).toMatchObject({ code: 'log("two")' });

    await owner.as.delete(`/v1/devscripts/${_id}`).expect(204);
    expect(await run()).toMatchObject({ code: 'log("two")' });

    await other.as.delete(`/v1/scripts/${script._id}`).expect(204);
    await other.as
      .post(`/v1/scripts/${script._id}/run`)
      .send({ devices: [{ _id: device._id }] })
      .expect(404);
    await owner.as.get(`/v1/scripts/${script._id}`).expect(200);
    await link.close();
  });
});
