import { LIMITS } from '@drover/contract';
import { createDevscript, publishScript } from '../../testing/test-devscript';
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

describe.each(['scripts', 'devscripts'])('GET and PUT /v1/%s/:id/values', (family) => {
  /** Creates a script or a devscript of the owner, and returns the path of its values. */
  async function pathOfValues(): Promise<string> {
    const { _id } =
      family === 'scripts' ? (await publishScript(server, owner)).script : await createDevscript(owner);
    return `/v1/${family}/${_id}/values`;
  }

  it('returns an empty object, and later the values saved last', async () => {
    const path = await pathOfValues();
    expect((await owner.as.get(path).expect(200)).body).toEqual({});
    await owner.as.put(path).send({ a: 1, b: 'old' }).expect(204, '');
    const values = { b: ['中', 2, null, { deep: true }], 'nul\0': '\0' };
    await owner.as.put(path).send(values).expect(204);
    expect((await owner.as.get(path)).body).toEqual(values);
  });

  it('accepts values up to the size limit of a run', async () => {
    const path = await pathOfValues();
    const largest = { a: 'x'.repeat(LIMITS.varsBytes - JSON.stringify({ a: '' }).length) };
    await owner.as.put(path).send(largest).expect(204);
    await owner.as
      .put(path)
      .send({ a: `${largest.a}x` })
      .expect(422);
    expect((await owner.as.get(path)).body).toEqual(largest);
  });

  it('returns 422 for values that are not an object', async () => {
    await owner.as
      .put(await pathOfValues())
      .send([1])
      .expect(422);
  });

  it('returns 404 for a script of another account', async () => {
    const path = await pathOfValues();
    await stranger.as.get(path).expect(404);
    await stranger.as.put(path).send({ a: 1 }).expect(404);
    expect((await owner.as.get(path)).body).toEqual({});
  });
});
