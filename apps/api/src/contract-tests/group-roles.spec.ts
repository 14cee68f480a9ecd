import { BINDABLE_ROLES, includesRole, Scope, type Role } from '@drover/contract';
import { pathParameters, routes, type DeclaredRoute } from '@drover/contract/routes';
import { hashSecret, newSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import { createDevice } from '../testing/test-device';
import { createMember } from '../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { stateOf } from './account-state';
import { call, type Call } from './call';
import { createRecords, type Records } from './records';
import { bodySchemaOf, pathOf, validCall } from './requests';

let server: TestServer;
let account: TestAccount;
/** Records of a device outside the groups of the callers. */
let records: Records;
let before: Record<string, string>;
let insideId: string;
const tokens: Record<string, string> = {};

const callers = [
  ...BINDABLE_ROLES.map((role) => `${role} of a group of devices`),
  'operator of a group with a rule',
  'operator of a group that was deleted',
  'token of the workspace for a group',
];

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  const { accountId } = account;
  const { prisma } = server.context;
  records = await createRecords(server, account);
  ({ _id: insideId } = await createDevice(server, account, { name: 'inside', tags: ['Berlin'] }));
  const [listed, ruled] = [newId(), newId()];
  await prisma.deviceGroup.create({
    data: { id: listed, accountId, name: listed, members: { create: { deviceId: insideId } } },
  });
  await prisma.deviceGroup.create({ data: { id: ruled, accountId, name: ruled, rule: { tag: 'berlin' } } });
  for (const role of BINDABLE_ROLES) {
    const { token } = await createMember(server, { ...account, groupIds: [listed] }, role);
    tokens[`${role} of a group of devices`] = token;
  }
  tokens['operator of a group with a rule'] = (
    await createMember(server, { ...account, groupIds: [ruled] }, 'operator')
  ).token;
  tokens['operator of a group that was deleted'] = (
    await createMember(server, { ...account, groupIds: [newId()] }, 'operator')
  ).token;
  const token = newSecret('hmp');
  await prisma.accessToken.create({
    data: {
      ...{ id: newId(), accountId, role: 'operator', groupIds: [listed], kind: 'personal', name: 'bound' },
      ...{ hash: hashSecret(token), scopes: Scope.options },
    },
  });
  tokens['token of the workspace for a group'] = token;
  before = await stateOf(server.context, accountId);
});
afterAll(() => server.close());

/** Parameters of records that belong to devices. */
const ofDevices = [
  'deviceId',
  'groupId',
  'jobId',
  'runId',
  'artifactId',
  'failureId',
  'messageId',
  'storeId',
];

/** The IDs of the device outside, and of everything that belongs to it. */
const outside = () => ofDevices.map((name) => (records as unknown as Record<string, string>)[name]);

const scoped = routes.filter(({ policy }) => policy.devices === 'scoped');
const requestOf = (declared: DeclaredRoute): Call => {
  const request = validCall(declared, records);
  const query = declared.name === 'runs.listLatest' ? `?deviceId=${records.deviceId}` : '';
  return { ...request, path: request.path + query };
};

const namesDevice = ({ route }: DeclaredRoute) =>
  pathParameters(route).some((name) => ofDevices.includes(name));

/** Whether the body has to list devices or a group. A body that may contain none starts nothing outside either. */
const listsDevices = (declared: DeclaredRoute) => {
  const { body } = validCall(declared, records) as { body?: { devices?: unknown; robots?: unknown } };
  return bodySchemaOf(declared) !== undefined && (body?.devices ?? body?.robots) !== undefined;
};

describe.each(callers)('%s', (caller) => {
  it.each(scoped)('gets nothing of other devices from $title', async (declared) => {
    const request = requestOf(declared);
    const answer = await call(server.url, { ...request, token: tokens[caller] });
    const isForbidden = answer.status === 403;
    if (isForbidden) expect(answer.body).toMatchObject({ code: 1048 });
    else if (namesDevice(declared) || listsDevices(declared)) {
      expect(answer).toMatchObject({ status: 404, body: { code: 1000 } });
    } else expect([200, 201, 204, 404]).toContain(answer.status);
    for (const id of outside()) if (!request.path.includes(id)) expect(answer.text).not.toContain(id);
    expect(answer.text).not.toContain('a line');
  });
});

describe('requests for other devices', () => {
  it('change nothing', async () => {
    const { Message: _sent, ...after } = await stateOf(server.context, account.accountId);
    const { Message: _none, ...unchanged } = before;
    expect(after).toEqual(unchanged);
  });
});

describe.each(callers)('%s', (caller) => {
  // Leaving would end the tokens of the next requests.
  const others = routes.filter(
    ({ name, policy }) =>
      policy.scope !== 'public' && policy.devices !== 'scoped' && name !== 'members.leave',
  );
  it.each(others)('has the rights of the role for $title', async ({ route, policy }) => {
    const path = pathOf({ route } as DeclaredRoute);
    const { status, body } = await call(server.url, { method: route.method, path, token: tokens[caller] });
    const role = caller.startsWith('viewer') ? 'viewer' : 'operator';
    if (includesRole(role, policy.role as Role)) {
      expect(status).not.toBe(401);
      expect([1043, 1048, 1070]).not.toContain((body as { code?: number } | undefined)?.code);
    } else expect({ status, body }).toMatchObject({ status: 403, body: { code: 1048 } });
  });
});
