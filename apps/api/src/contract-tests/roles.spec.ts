import { includesRole, Role, Scope } from '@drover/contract';
import { pathParameters, routes, type DeclaredRoute } from '@drover/contract/routes';
import { hashSecret, newSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import { createMember } from '../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { stateOf } from './account-state';
import { call, type Answer } from './call';
import { createRecords, publicParameters, type Records } from './records';
import { pathOf, validCall } from './requests';

let server: TestServer;
/** The workspace whose records no request may change. */
let guarded: TestAccount;
let records: Records;
let before: Record<string, string>;
let strangersToken: string;
let removedToken: string;
let expiredToken: string;
/** Tokens by role: of members and of the workspace itself, in the guarded one and in one for accepted requests. */
const guardedTokens = {} as Record<Role, string[]>;
const acceptedTokens = {} as Record<Role, string[]>;

beforeAll(async () => {
  server = await startTestServer();
  guarded = await server.createAccount({ isReviewer: true, isAdministrator: true });
  const other = await server.createAccount({ isReviewer: true, isAdministrator: true });
  for (const role of Role.options) {
    guardedTokens[role] = await createTokens(guarded, role);
    acceptedTokens[role] = await createTokens(other, role);
  }
  strangersToken = (await createMember(server, await server.createAccount(), 'owner')).token;
  const removed = await createMember(server, guarded, 'owner');
  await server.context.prisma.member.delete({ where: { id: removed.memberId } });
  removedToken = removed.token;
  expiredToken = await guarded.createToken({ expiresAt: new Date(Date.now() - 1000) });
  records = await createRecords(server, guarded);
  before = await stateOf(server.context, guarded.accountId);
});
afterAll(() => server.close());

/** Creates a personal token of a member, and a token of the workspace with the same role. */
async function createTokens(account: TestAccount, role: Role): Promise<string[]> {
  const member = await createMember(server, account, role);
  const token = newSecret('hmp');
  await server.context.prisma.accessToken.create({
    data: {
      ...{ id: newId(), accountId: account.accountId, role, kind: 'personal', name: 'workspace' },
      ...{ hash: hashSecret(token), scopes: Scope.options },
    },
  });
  return [member.token, token];
}

const callers = ['a member', 'a token of the workspace'];
/** Leaving comes last, because it ends the tokens of the accepted requests. */
const isLeaving = ({ name }: DeclaredRoute) => Number(name === 'members.leave');
const secured = routes
  .filter(({ policy }) => policy.scope !== 'public')
  .sort((one, other) => isLeaving(one) - isLeaving(other));

/** A request for the records of the guarded workspace. */
const attempt = (declared: DeclaredRoute, token?: string): Promise<Answer> =>
  call(server.url, { method: declared.route.method, path: pathOf(declared, records), token });

describe.each(secured)('$title', (declared) => {
  const least = declared.policy.role as Role;
  const cells = Role.options.flatMap((role) => callers.map((caller, index) => ({ role, caller, index })));

  for (const { role, caller, index } of cells) {
    if (includesRole(role, least)) {
      it(`accepts ${caller} with the role ${role}`, async () => {
        // The records do not exist, so the answer may be 404 or 422.
        const { method } = declared.route;
        const token = acceptedTokens[role][index];
        const { status, body } = await call(server.url, { method, path: pathOf(declared), token });
        expect(status).not.toBe(401);
        expect([1043, 1048]).not.toContain((body as { code?: number } | undefined)?.code);
      });
    } else {
      it(`refuses ${caller} with the role ${role}`, async () => {
        const answer = await attempt(declared, guardedTokens[role][index]);
        expect(answer).toMatchObject({ status: 403, body: { code: 1048 } });
        expect((answer.body as { message: string }).message).toContain(`"${least}"`);
      });
    }
  }

  it('refuses a removed member, an expired token, and requests without a credential', async () => {
    for (const token of [removedToken, expiredToken, undefined]) {
      expect(await attempt(declared, token)).toMatchObject({ status: 401, body: { code: 1040 } });
    }
  });

  const own = pathParameters(declared.route).filter((name) => !publicParameters.includes(name));
  const isOfInstallation = declared.policy.installationRole !== undefined;
  if (own.length > 0 && !isOfInstallation) {
    it('does not exist for the owner of another workspace', async () => {
      const answer = await call(server.url, { ...validCall(declared, records), token: strangersToken });
      expect(answer).toMatchObject({ status: 404, body: { code: 1000 } });
    });
  }
});

describe('refused requests', () => {
  it('change nothing in the workspace', async () => {
    expect(await stateOf(server.context, guarded.accountId)).toEqual(before);
  });
});

describe('POST /v1/jobs with code', () => {
  it('requires the role editor, unlike one with a script', async () => {
    const create = (role: Role, source: object) =>
      call(server.url, {
        ...{ method: 'POST', path: '/v1/jobs', token: guardedTokens[role][0] },
        body: { devices: [{ _id: records.deviceId }], ...source },
      });
    expect(await create('operator', { code: '1' })).toMatchObject({ status: 403, body: { code: 1048 } });
    expect(await create('operator', { scriptId: records.scriptId })).toMatchObject({ status: 201 });
    expect(await create('editor', { code: '1' })).toMatchObject({ status: 201 });
  });
});
