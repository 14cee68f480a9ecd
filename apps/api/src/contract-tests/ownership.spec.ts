import { pathParameters, routes, type DeclaredRoute } from '@drover/contract/routes';
import { z } from 'zod';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { stateOf } from './account-state';
import { call, type Answer } from './call';
import { createRecords, idsOf, publicParameters, recordFor, type Records } from './records';
import { bodySchemaOf, knownIn, pathOf, querySchemaOf, validCall } from './requests';
import { sampleOf, type KnownValues } from './samples';

let server: TestServer;
/** An account whose records no test changes. */
let owner: TestAccount;
let ownersRecords: Records;
let stranger: TestAccount;
let strangersRecords: Records;
/** An account whose records stay unchanged when others change theirs. */
let bystander: TestAccount;
/** An account that reads its own records. */
let reader: Awaited<ReturnType<typeof createActor>>;

/** Creates an account with records that a test may change. */
async function createActor(): Promise<{ actor: TestAccount; records: Records }> {
  const actor = await server.createAccount({ isReviewer: true });
  return { actor, records: await createRecords(server, actor) };
}

beforeAll(async () => {
  server = await startTestServer();
  ({ actor: owner, records: ownersRecords } = await createActor());
  stranger = await server.createAccount({ isReviewer: false });
  strangersRecords = await createRecords(server, stranger);
  bystander = await server.createAccount();
  await createRecords(server, bystander);
  reader = await createActor();
});
afterAll(() => server.close());

const secured = routes.filter(({ policy }) => policy.scope !== 'public');

/** Routes that require a role in the installation show records of all accounts, so only the role is tested. */
const owned = secured.filter(({ policy }) => policy.installationRole === undefined);

/** A conflict also shows that the record was found. */
const done = [200, 201, 204, 409];

/** Records of a person, which tokens of the workspace do not reach. */
const ofPersons = ['sessions', 'passkeys', 'identities'];

const tokenOf = ({ feature }: DeclaredRoute, account: TestAccount, records: Records) =>
  ofPersons.includes(feature) ? records.personToken : account.token;

const parametersOf = ({ route }: DeclaredRoute) =>
  pathParameters(route).filter((name) => !publicParameters.includes(name));

describe.each(owned.filter((declared) => parametersOf(declared).length > 0))('$title', (declared) => {
  it('is not found by another account, and nothing changes', async () => {
    const before = await stateOf(server.context, owner.accountId);
    const request = validCall(declared, { ...ownersRecords, deviceId: strangersRecords.deviceId });
    const path = pathOf(declared, ownersRecords);
    expect(await call(server.url, { ...request, path, token: stranger.token })).toMatchObject({
      status: 404,
      body: { code: 1000 },
    });
    expect(await stateOf(server.context, owner.accountId)).toEqual(before);
  });

  it('is found by its owner', async () => {
    const { actor, records } = declared.route.method === 'GET' ? reader : await createActor();
    const { status } = await call(server.url, {
      ...validCall(declared, records),
      token: tokenOf(declared, actor, records),
    });
    expect(done).toContain(status);
  });
});

describe.each(owned.filter((declared) => parametersOf(declared).length > 1))('$title', (declared) => {
  it.each(parametersOf(declared))(
    'is not found by another account that owns all but the %s',
    async (name) => {
      const records = { ...strangersRecords, [name]: recordFor(ownersRecords, name) };
      const answer = await call(server.url, { ...validCall(declared, records), token: stranger.token });
      expect(answer.status).toBe(404);
    },
  );
});

const changing = owned.filter(({ policy }) => policy.audit !== undefined);

/** Adds a script to another account's library, with saved values. */
async function share(scriptId: string, { accountId }: TestAccount): Promise<void> {
  const { prisma } = server.context;
  await prisma.libraryEntry.create({ data: { accountId, scriptId } });
  await prisma.savedValues.create({ data: { accountId, scriptId, values: { a: 1 } } });
}

describe.each(changing)('$title', (declared) => {
  it('leaves the records of other accounts unchanged', async () => {
    const { actor, records } = await createActor();
    await share(records.scriptId, bystander);
    const before = await stateOf(server.context, bystander.accountId);
    const { status } = await call(server.url, {
      ...validCall(declared, records),
      token: tokenOf(declared, actor, records),
    });
    expect(done).toContain(status);
    expect(await stateOf(server.context, bystander.accountId)).toEqual(before);
  });
});

const repeatable = owned.filter(
  ({ route }) => route.method === 'POST' && /\/(run|execute)$/.test(route.path),
);

describe.each(repeatable)('$title', (declared) => {
  it('separates the Idempotency-Keys of accounts', async () => {
    const { actor, records: actorsRecords } = await createActor();
    const headers = { 'Idempotency-Key': `the same ${declared.name}` };
    const jobFor = async (account: TestAccount, records: Records): Promise<unknown> => {
      const request = {
        ...validCall(declared, records),
        headers: { 'Content-Type': 'application/json', ...headers },
      };
      const answer = await call(server.url, { ...request, token: account.token });
      expect([201, 204]).toContain(answer.status);
      return answer.headers.location ?? (answer.body as { _id: string })._id;
    };
    const own = await jobFor(actor, actorsRecords);
    const strangers = await jobFor(stranger, strangersRecords);
    expect(strangers).not.toBe(own);
    expect(await jobFor(actor, actorsRecords)).toBe(own);
    expect(await jobFor(stranger, strangersRecords)).toBe(strangers);
  });
});

/** Body properties that reference records: their type, and the properties that can replace them. */
const references: Record<string, { record: 'deviceId' | 'scriptId' | 'failureId'; rivals: string[] }> = {
  devices: { record: 'deviceId', rivals: ['robots', 'selector', 'rule'] },
  robots: { record: 'deviceId', rivals: ['devices'] },
  scriptId: { record: 'scriptId', rivals: ['code'] },
  failureId: { record: 'failureId', rivals: ['which'] },
};

/**
 * IDs that no record has: identity providers are in the settings. Only sessions name a workspace, in
 * sign-in-requests.spec.ts.
 */
const notRecords = ['providerId', 'workspaceId'];

/** Body properties that look like references to a record. */
function referencesIn(declared: DeclaredRoute): string[] {
  const schema = bodySchemaOf(declared);
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const names = Object.keys(properties).filter(
    (name) => (/(^_id|Ids?)$/.test(name) || name in references) && !notRecords.includes(name),
  );
  const unknown = names.find((name) => !(name in references));
  if (unknown) {
    throw new Error(`Say in ownership.spec.ts which record "${unknown}" of ${declared.title} names.`);
  }
  return names;
}

function without(known: KnownValues, names: string[]): KnownValues {
  return Object.fromEntries(Object.entries(known).filter(([name]) => !names.includes(name)));
}

const referring = owned.flatMap((declared) =>
  referencesIn(declared).map((name) => ({ declared, title: declared.title, name })),
);

describe.each(referring)('$title', ({ declared, name }) => {
  const { record, rivals } = references[name];

  /** A request that references one record by one key, and no other record of its type. */
  function naming(records: Records, id: string) {
    const { body, ...request } = validCall(declared, records);
    const rest = Object.entries(body as object).filter(([key]) => key !== name && !rivals.includes(key));
    const known = { ...knownIn({ ...records, [record]: id }), ...(record !== 'deviceId' && { [name]: id }) };
    const [schema, rivalless] = [bodySchemaOf(declared) as z.ZodType, without(known, rivals)];
    const sample = sampleOf(schema, rivalless) as Record<string, unknown>;
    return { ...request, body: { ...Object.fromEntries(rest), [name]: sample[name] } };
  }

  it(`does not take a record of another account in ${name}`, async () => {
    const id = ownersRecords[record];
    const before = await stateOf(server.context, stranger.accountId);
    const answer = await call(server.url, { ...naming(strangersRecords, id), token: stranger.token });
    expect(answer).toMatchObject({ status: 404, body: { code: 1000 } });
    expect(await stateOf(server.context, stranger.accountId)).toEqual(before);
  });

  it(`accepts an own record in ${name}`, async () => {
    const { actor, records } = await createActor();
    const answer = await call(server.url, { ...naming(records, records[record]), token: actor.token });
    expect(done).toContain(answer.status);
  });
});

/**
 * Those of statistics have no count of records: features/statistics/statistics.spec.ts reads them as a stranger. The export
 * of the audit log has lines: features/audit/export.spec.ts reads it as a stranger.
 */
const filters = owned
  .filter(({ name }) => !['events.stream', 'statistics.get', 'audit.export'].includes(name))
  .flatMap((declared) =>
    Object.keys(querySchemaOf(declared)?.shape ?? {})
      .filter((name) => name.endsWith('Id'))
      .map((name) => ({ declared, title: declared.title, name })),
  );

describe.each(filters)('$title?$name', ({ declared, name }) => {
  const countFor = async (account: TestAccount, records: Records): Promise<unknown> => {
    const path = `${pathOf(declared, records)}?${name}=${recordFor(records, name)}`;
    const { status, body } = await call(server.url, { method: 'GET', path, token: account.token });
    expect(status).toBe(200);
    return (body as { count: number }).count;
  };

  it('finds no record of another account', async () => {
    expect(await countFor(owner, ownersRecords)).toBe(1);
    expect(await countFor(stranger, ownersRecords)).toBe(0);
  });
});

/** These answer with no record of records.ts. `tokens.getCurrent` answers with that of the credential. */
const notInRecords = [
  'agentUpdates.get',
  'approvals.getRules',
  'directory.get',
  'events.stream',
  'schedules.preview',
  'secondFactor.get',
  'statistics.get',
  'statistics.getDevices',
  'tokens.getCurrent',
  'usage.get',
];

/** Routes that read without an ID: lists, and records that exist once per account. */
const readers = owned.filter(
  ({ route, policy, name }) =>
    route.method === 'GET' && !route.path.includes(':') && !policy.audit && !notInRecords.includes(name),
);

describe.each(readers)('$title', (declared) => {
  // `deviceId` is required by the list of the latest runs, and a filter of others.
  const queryOf = ({ deviceId }: Records) =>
    declared.name === 'runs.listLatest' ? `?deviceId=${deviceId}` : '';
  const read = (account: TestAccount, records: Records): Promise<Answer> => {
    const token = tokenOf(declared, account, records);
    return call(server.url, { method: 'GET', path: declared.route.path + queryOf(ownersRecords), token });
  };

  it('shows another account no record of the owner', async () => {
    const ids = [...idsOf(ownersRecords), owner.accountId];
    const [own, others] = [await read(owner, ownersRecords), await read(stranger, strangersRecords)];
    expect([own.status, others.status]).toEqual([200, 200]);
    expect(ids.some((id) => own.text.includes(id))).toBe(true);
    expect(ids.filter((id) => others.text.includes(id))).toEqual([]);
  });
});
