import type { ErrorBody } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

const maxErrors = BUDGET.httpFieldErrors.max;
const maxChars = BUDGET.httpErrorTextChars.max;

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
afterAll(() => server.close());

const stop = async (body: object) =>
  (await owner.as.post('/v1/runs/stop').send(body).expect(422)).body as ErrorBody;

describe('the errors of a request', () => {
  const invalidDevices = (amount: number) => stop({ devices: Array(amount).fill({ _id: 1 }) });

  it('are listed up to the bound', async () => {
    const { message, errors } = await invalidDevices(maxErrors);
    expect(errors).toHaveLength(maxErrors);
    expect(message).not.toContain('not listed');
  });

  it('are counted beyond the bound', async () => {
    const { message, errors } = await invalidDevices(maxErrors + 3);
    expect(errors).toHaveLength(maxErrors);
    expect(message).toMatch(/^devices\.0\._id: .+\. Errors not listed: 3\.$/);
  });

  it('do not repeat long input', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`condition ${n}`, n]));
    const { message, errors } = await stop({ selector: unknown });
    expect(errors?.[0]?.message).toHaveLength(maxChars);
    expect(message).toHaveLength(maxChars);
    const answer = await owner.as.get(`/v1/${'a'.repeat(8000)}`).expect(404);
    expect((answer.body as ErrorBody).message).toHaveLength(maxChars);
  });

  it('repeat input that is not too long', async () => {
    const { errors } = await stop({ selector: { colour: 'red' } });
    expect(errors?.[0]?.message).toBe('Unrecognized key: "colour"');
  });
});
