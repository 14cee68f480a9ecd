import { ErrorBody } from '@drover/contract';
import { routes, type DeclaredRoute } from '@drover/contract/routes';
import fc from 'fast-check';
import type { z } from 'zod';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { stateOf } from './account-state';
import { brokenBodies, brokenUploads, encode, pathParts, queries } from './broken';
import { call, type Answer, type Call } from './call';
import { createRecords, type Records } from './records';
import { bodySchemaOf, isUpload, knownIn, pathOf, querySchemaOf, validCall } from './requests';
import { valuesOf } from './samples';

/** The number of requests in a full run, and the seed. */
const total = Number(process.env.FUZZ_REQUESTS ?? 1_500);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
const perProperty = Math.ceil(total / routes.length / 2);

let server: TestServer;
let owner: TestAccount;
let records: Records;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Whether a test may have changed the records. */
let isChanged = true;
beforeEach(async () => {
  if (!isChanged) return;
  owner = await server.createAccount({ isReviewer: true, isAdministrator: true });
  records = await createRecords(server, owner);
});

/** Checks that hold for every response. */
function expectContractual({ route }: DeclaredRoute, answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) {
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(ErrorBody.strict().parse(answer.body)).toEqual(answer.body);
    return;
  }
  const responses = route.responses as Record<string, unknown>;
  expect(Object.keys(responses)).toContain(String(answer.status));
  const schema = responses[answer.status] as Partial<z.ZodType>;
  if (answer.status === 204) expect(answer.text).toBe('');
  if (typeof schema.parse === 'function') expect(schema.parse(answer.body)).toEqual(answer.body);
}

const send = (request: Call): Promise<Answer> => call(server.url, { ...request, token: owner.token });

const times = (options: fc.Parameters<unknown> = {}) => ({ seed, numRuns: perProperty, ...options });
const timeoutMs = 30_000 + perProperty * 200;

/** Query parameters that the route declares. */
function validQueries(declared: DeclaredRoute): fc.Arbitrary<string> {
  const schema = querySchemaOf(declared);
  if (!schema) return fc.constant('');
  return valuesOf(schema).map((query) => {
    const { token: _token, ...rest } = query as Record<string, string>;
    return `?${Object.entries(rest)
      .map(([name, value]) => `${name}=${encode(value)}`)
      .join('&')}`;
  });
}

/** Returns whether the schema rejects a JSON body. */
function isRefusedBy(schema: z.ZodType, { body, headers }: Pick<Call, 'body' | 'headers'>): boolean {
  const isPlain = typeof body === 'object' && !Buffer.isBuffer(body) && headers === undefined;
  return isPlain && !schema.safeParse(JSON.parse(JSON.stringify(body))).success;
}

/** OpenID Connect requires the answer 400 to an invalid logout token, and RFC 8628 to a device code that is not approved. */
const refusedWith400 = [
  'POST /v1/identities/logout',
  'GET /v1/identities/front-channel-logout',
  'POST /v1/sign-in-requests/token',
];

describe.each(routes)('$title', (declared) => {
  afterEach(() => {
    isChanged = declared.route.method !== 'GET';
  });

  it(
    'responds to valid requests as the contract says',
    async () => {
      const schema = bodySchemaOf(declared);
      const bodies = schema ? valuesOf(schema, knownIn(records)) : fc.constant(undefined);
      await fc.assert(
        fc.asyncProperty(bodies, validQueries(declared), async (body, query) => {
          const request = { ...validCall(declared, records), path: pathOf(declared, records) + query };
          const answer = await send(isUpload(declared) ? request : { ...request, body });
          expectContractual(declared, answer);
          if (!refusedWith400.includes(declared.title)) expect(answer.status).not.toBe(400);
        }),
        times(),
      );
    },
    timeoutMs,
  );

  it(
    'responds to invalid requests without an internal error, and changes nothing if it refuses',
    async () => {
      const names = Object.keys(querySchemaOf(declared)?.shape ?? {}).filter((name) => name !== 'token');
      const schema = bodySchemaOf(declared);
      const parts = fc.oneof({ weight: 1, arbitrary: pathParts }, { weight: 4, arbitrary: fc.constant('') });
      let state = await stateOf(server.context, owner.accountId);
      await fc.assert(
        fc.asyncProperty(
          isUpload(declared) ? brokenUploads : brokenBodies(schema, knownIn(records)),
          fc.oneof(fc.constant(''), queries(names)),
          parts,
          async (body, query, part) => {
            const path = part ? declared.route.path.replace(/:\w+/, () => part) : pathOf(declared, records);
            const answer = await send({
              method: declared.route.method,
              path: path.replace(/:\w+/g, '0'.repeat(24)) + query,
              ...(declared.route.method === 'GET' ? {} : body),
            });
            expectContractual(declared, answer);
            if (schema && isRefusedBy(schema, body)) expect(answer.status).toBeGreaterThanOrEqual(400);
            const after = await stateOf(server.context, owner.accountId);
            if (answer.status >= 400) expect(after).toEqual(state);
            state = after;
          },
        ),
        times(),
      );
    },
    timeoutMs,
  );
});
