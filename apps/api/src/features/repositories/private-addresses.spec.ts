import { eventually } from '../../testing/eventually';
import { connectRepository } from '../../testing/test-repository';
import { startTestServer, type TestServer } from '../../testing/test-server';

/** The server of this file would also sync repositories of another server on the same database. */
let server: TestServer;

beforeAll(async () => (server = await startTestServer({ DROVER_WEBHOOK_PRIVATE: 'refuse' })));
afterAll(() => server.close());

describe('POST /v1/repositories', () => {
  it.each([
    ['http://127.0.0.1:1/shop.git'],
    ['https://127.0.0.1/x.git'],
    ['ssh://git@[::1]/x.git'],
    ['git@localhost:x.git'],
  ])('refuses the private address %s', async (url) => {
    const account = await server.createAccount();
    const { status, body } = await account.as.post('/v1/repositories').send({ name: 'x', url });
    expect(status).toBe(422);
    expect(body.errors[0].path).toBe('url');
  });

  it('does not sync from a name that leads to a private address later', async () => {
    const account = await server.createAccount();
    const repository = await connectRepository(account, { url: 'https://192.0.43.8/x.git' });
    await server.context.prisma.repository.update({
      where: { id: repository._id },
      data: { url: 'https://localhost/x.git' },
    });
    await eventually(async () => {
      await account.as.post(`${repository.path}/sync`);
      expect((await repository.read()).lastSync?.error).toContain('localhost is not a public address');
    });
  });
});
