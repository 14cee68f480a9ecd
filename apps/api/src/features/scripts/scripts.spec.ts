import { createDevice } from '../../testing/test-device';
import { approve, publishScript, upload } from '../../testing/test-devscript';
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

/** Adds a script to the stranger's library. */
const add = (slug: string) => stranger.as.post(`/v1/listings/${slug}/library`);

describe('GET /v1/scripts', () => {
  it('lists scripts that the caller published or added, newest first', async () => {
    const account = await server.createAccount();
    const { script: added } = await publishScript(server, owner, { name: 'added' });
    const { script: published } = await publishScript(server, account, { name: 'published' });
    await publishScript(server, owner, { name: 'neither' });
    await account.as.post(`/v1/listings/${added.slug}/library`).expect(201);
    const { body } = await account.as.get('/v1/scripts').expect(200);
    expect(body).toEqual({ count: 2, items: [published, { ...added, isOwn: false }] });
  });

  it('filters by the slug and a part of the name, ignoring case', async () => {
    const { script } = await publishScript(server, owner, { name: 'Daily 100%_Report' });
    const namesOf = async (query: object) => {
      const { body } = await owner.as.get('/v1/scripts').query(query).expect(200);
      return body.items.map(({ name }: { name: string }) => name);
    };
    expect(await namesOf({ slug: script.slug.toUpperCase() })).toEqual([script.name]);
    expect(await namesOf({ slug: script.slug.slice(0, 4) })).toEqual([]);
    expect(await namesOf({ name: '100%_rep' })).toEqual([script.name]);
    expect(await namesOf({ name: '100_%' })).toEqual([]);
    expect(await namesOf({ name: 'daily', slug: script.slug })).toEqual([script.name]);
    expect(await namesOf({ name: 'weekly', slug: script.slug })).toEqual([]);
  });

  it('returns pages', async () => {
    const account = await server.createAccount();
    const { script: first } = await publishScript(server, account);
    const { script: second } = await publishScript(server, account);
    const { body: page } = await account.as.get('/v1/scripts?limit=1').expect(200);
    expect(page).toEqual({ count: 1, items: [second], nextCursor: second._id });
    const { body: rest } = await account.as.get(`/v1/scripts?limit=1&cursor=${page.nextCursor}`);
    expect(rest).toEqual({ count: 1, items: [first] });
  });
});

describe('GET /v1/scripts/:scriptId', () => {
  it('returns a script of the library, and 404 for others', async () => {
    const { script } = await publishScript(server, owner);
    await stranger.as.get(`/v1/scripts/${script._id}`).expect(404);
    await add(script.slug).expect(201);
    const { body } = await stranger.as.get(`/v1/scripts/${script._id}`).expect(200);
    expect(body).toEqual({ ...script, isOwn: false });
  });
});

describe('GET /v1/scripts/:scriptId/versions', () => {
  it('lists versions with their file sizes, newest first', async () => {
    const { devscriptId, script } = await publishScript(server, owner, { code: 'log(1)' });
    await upload(owner, devscriptId, { code: 'log("二")', config: [] });
    await approve(server, owner, devscriptId);
    await owner.as.post(`/v1/devscripts/${devscriptId}/publish`).expect(201);
    await add(script.slug).expect(201);
    const { body } = await stranger.as.get(`/v1/scripts/${script._id}/versions`).expect(200);
    const createdAt = expect.stringMatching(/Z$/);
    expect(body).toEqual({
      count: 2,
      items: [
        { version: '1.0.1', codeSize: 10, configSize: 2, createdAt },
        { version: '1.0.0', codeSize: 6, configSize: null, createdAt },
      ],
    });
  });

  it('returns 404 unless the caller has the script in its library or published it', async () => {
    const { script } = await publishScript(server, owner);
    await stranger.as.get(`/v1/scripts/${script._id}/versions`).expect(404);
    await owner.as.delete(`/v1/scripts/${script._id}`).expect(204);
    await owner.as.get(`/v1/scripts/${script._id}/versions`).expect(200);
  });
});

describe('GET /v1/scripts/:scriptId/files/config', () => {
  it("returns the published configuration, not the draft's", async () => {
    const config = [{ name: 'greeting', label: '问候' }];
    const { devscriptId, script } = await publishScript(server, owner, { config });
    await upload(owner, devscriptId, { config: [] });
    await add(script.slug).expect(201);
    const { body } = await stranger.as.get(`/v1/scripts/${script._id}/files/config`).expect(200);
    expect(body).toEqual(config);
  });

  it('returns 404 without a configuration, or if the script is not in the library', async () => {
    const { script: plain } = await publishScript(server, owner);
    await owner.as.get(`/v1/scripts/${plain._id}/files/config`).expect(404);
    const { script } = await publishScript(server, owner, { config: [] });
    await stranger.as.get(`/v1/scripts/${script._id}/files/config`).expect(404);
  });
});

describe('DELETE /v1/scripts/:scriptId', () => {
  it("removes the script only from the caller's library, and deletes its saved values", async () => {
    const { script } = await publishScript(server, owner);
    await add(script.slug).expect(201);
    await stranger.as.put(`/v1/scripts/${script._id}/values`).send({ a: 1 }).expect(204);
    await stranger.as.delete(`/v1/scripts/${script._id}`).expect(204, '');
    await stranger.as.get(`/v1/scripts/${script._id}`).expect(404);
    await owner.as.get(`/v1/scripts/${script._id}`).expect(200);
    await add(script.slug).expect(201);
    expect((await stranger.as.get(`/v1/scripts/${script._id}/values`)).body).toEqual({});
  });

  it('returns 404 if the script is not in the library', async () => {
    const { script } = await publishScript(server, owner);
    await stranger.as.delete(`/v1/scripts/${script._id}`).expect(404);
    await owner.as.delete(`/v1/scripts/${script._id}`).expect(204);
    await owner.as.delete(`/v1/scripts/${script._id}`).expect(404);
  });
});

describe('POST /v1/scripts/:scriptId/run', () => {
  it.each(['devices', 'robots'])('runs the newest version on %s in production mode', async (family) => {
    const config = [{ name: 'preset', value: 'p' }, { name: 'saved', default: 'd' }, { name: 'given' }];
    const { script } = await publishScript(server, owner, { code: 'log("published")', config });
    await owner.as.put(`/v1/scripts/${script._id}/values`).send({ saved: 's', given: 's' }).expect(204);
    const device = await createDevice(server, owner);
    const link = await device.connect();
    const { headers } = await owner.as
      .post(`/v1/scripts/${script._id}/run`)
      .send({ [family]: [{ _id: device._id }], vars: { given: 'v' } })
      .expect(204);
    expect(await link.next('run')).toMatchObject({
      scriptId: script._id,
      name: script.name,
      code: 'log("published")',
      env: {
        ...{ preset: 'p', saved: 's', given: 'v' },
        ...{ APP_ENV: 'production', USER_ID: owner.accountId, SCRIPT_ID: script._id },
      },
    });
    const { body: job } = await owner.as.get(headers.location).expect(200);
    expect(job).toMatchObject({ kind: 'script', scriptId: script._id, version: '1.0.0' });
    await link.close();
  });

  it('returns the first response to a repeated request', async () => {
    const { script } = await publishScript(server, owner);
    const { _id } = await createDevice(server, owner);
    const run = () =>
      owner.as
        .post(`/v1/scripts/${script._id}/run`)
        .set('Idempotency-Key', script._id)
        .send({ devices: [{ _id }] })
        .expect(204);
    expect((await run()).headers.location).toBe((await run()).headers.location);
  });

  it('returns 422 without devices', async () => {
    const { script } = await publishScript(server, owner);
    await owner.as.post(`/v1/scripts/${script._id}/run`).send({ devices: [] }).expect(422);
  });

  it('returns 404 for an unknown script or a device of another account', async () => {
    const { script } = await publishScript(server, owner);
    const { _id } = await createDevice(server, stranger);
    const devices = [{ _id }];
    await stranger.as.post(`/v1/scripts/${script._id}/run`).send({ devices }).expect(404);
    await owner.as.post(`/v1/scripts/${script._id}/run`).send({ devices }).expect(404);
    await owner.as.delete(`/v1/scripts/${script._id}`).expect(204);
    const own = [{ _id: (await createDevice(server, owner))._id }];
    await owner.as.post(`/v1/scripts/${script._id}/run`).send({ devices: own }).expect(404);
  });
});

describe('DELETE /v1/scripts/:scriptId/run', () => {
  it('stops the script only on the listed devices', async () => {
    const { script } = await publishScript(server, owner);
    const [first, second] = [await createDevice(server, owner), await createDevice(server, owner)];
    const devices = [{ _id: first._id }, { _id: second._id }];
    const { headers } = await owner.as.post(`/v1/scripts/${script._id}/run`).send({ devices }).expect(204);
    const stop = () =>
      owner.as.delete(`/v1/scripts/${script._id}/run`).send({ devices: [{ _id: first._id }] });
    await stop().expect(204, '');
    await stop().expect(204);
    const { body } = await owner.as.get(headers.location);
    expect(body.counts).toMatchObject({ canceled: 1, queued: 1 });
  });

  it('returns 404 for an unknown script', async () => {
    const { script } = await publishScript(server, owner);
    const { _id } = await createDevice(server, stranger);
    await stranger.as
      .delete(`/v1/scripts/${script._id}/run`)
      .send({ devices: [{ _id }] })
      .expect(404);
  });
});
