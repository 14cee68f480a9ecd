import { Scope } from '@drover/contract';
import { routes, type DeclaredRoute } from '@drover/contract/routes';
import { newSecret } from '../auth/credentials';
import { createDevice } from '../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { stateOf } from './account-state';
import { call, type Answer } from './call';
import { createRecords, type Records } from './records';
import { pathOf } from './requests';

let server: TestServer;
/** Owner of the records in the refused requests. */
let owner: TestAccount;
let records: Records;
let before: Record<string, string>;
/** Account of the accepted requests, whose effects are not checked. */
let caller: TestAccount;
let reviewer: TestAccount;
const ownersTokens = {} as Record<Scope, string>;

const secrets = {
  'no token': '',
  'a token that nobody has': newSecret('hmp'),
  'something that is no token': 'hmp_x',
  'an expired token': '',
  'a revoked token': '',
  'the credential of a device': '',
  'the token as a parameter of the query': '',
};
type Kind = keyof typeof secrets;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  caller = await server.createAccount();
  reviewer = await server.createAccount({ isReviewer: true });
  secrets['an expired token'] = await owner.createToken({ expiresAt: new Date(Date.now() - 1) });
  secrets['a revoked token'] = await revokedToken();
  secrets['the credential of a device'] = (await createDevice(server, owner)).token;
  for (const scope of Scope.options) ownersTokens[scope] = await owner.createToken({ scopes: [scope] });
  records = await createRecords(server, owner);
  before = await stateOf(server.context, owner.accountId);
});
afterAll(() => server.close());

async function revokedToken(): Promise<string> {
  const { body } = await owner.as.post('/v1/tokens').send({ name: 'to be revoked' }).expect(201);
  await owner.as.delete(`/v1/tokens/${body._id}`).expect(204);
  return body.token as string;
}

/** A request for the owner's records. */
function attempt(declared: DeclaredRoute, kind: Kind): Promise<Answer> {
  const path = pathOf(declared, records);
  const { method } = declared.route;
  if (kind === 'no token') return call(server.url, { method, path });
  if (kind === 'the token as a parameter of the query') {
    return call(server.url, { method, path: `${path}?token=${owner.token}` });
  }
  return call(server.url, { method, path, token: secrets[kind] });
}

/** A request for records that do not exist. It shows whether the caller is accepted, and changes little. */
async function ask(declared: DeclaredRoute, token?: string): Promise<Answer> {
  return call(server.url, { method: declared.route.method, path: pathOf(declared), token });
}

const secured = routes.filter(({ policy }) => policy.scope !== 'public');
const open = routes.filter(({ policy }) => policy.scope === 'public');
const allowed = (answer: Answer) => answer.status !== 401 && answer.status !== 403;

describe('routes without a credential', () => {
  it('are exactly these', () => {
    expect(open.map(({ title }) => title)).toEqual([
      'POST /v1/enrolments',
      'GET /v1/listings',
      'GET /v1/listings/:slug',
      'POST /v1/listings/:slug/quote',
      'GET /v1/installation',
      'POST /v1/accounts',
      'POST /v1/sessions',
      'POST /v1/password-resets',
      'POST /v1/password-resets/complete',
      'POST /v1/sign-in-requests',
      'POST /v1/sign-in-requests/token',
      'POST /v1/passkeys/sign-in-options',
      'POST /v1/passkeys/sign-in',
      'POST /v1/identities/sign-in-start',
      'POST /v1/identities/sign-in',
      'POST /v1/identities/logout',
      'GET /v1/identities/front-channel-logout',
      'POST /v1/invitations/lookup',
      'POST /v1/invitations/accept',
      'POST /v1/invitations/passkey-options',
      'POST /v1/invitations/accept-with-passkey',
    ]);
  });

  it.each(open)('$title responds without a credential', async (declared) => {
    expect((await ask(declared)).status).not.toBe(401);
  });
});

describe.each(secured)('$title', (declared) => {
  const { policy } = declared;
  const scope = policy.scope as Scope;
  const kinds = (Object.keys(secrets) as Kind[]).filter(
    (kind) => !(policy.isTokenParameter && kind === 'the token as a parameter of the query'),
  );

  it.each(kinds)('refuses %s', async (kind) => {
    const answer = await attempt(declared, kind);
    expect(answer).toMatchObject({ status: 401, body: { code: 1040 } });
    expect(answer.headers['www-authenticate']).toBeDefined();
  });

  const others = Scope.options.filter((other) => other !== scope && other !== 'admin');
  it.each(others)('refuses a token with only the scope %s', async (other) => {
    const { method } = declared.route;
    const path = pathOf(declared, records);
    const answer = await call(server.url, { method, path, token: ownersTokens[other] });
    expect(answer).toMatchObject({ status: 403, body: { code: 1043 } });
    expect((answer.body as { message: string }).message).toContain(`"${scope}"`);
  });

  it.each([scope, 'admin' as const])('accepts a token with only the scope %s', async (sufficient) => {
    const account = policy.installationRole ? reviewer : caller;
    const token = await account.createToken({ scopes: [sufficient] });
    expect(allowed(await ask(declared, token))).toBe(true);
  });

  if (policy.isTokenParameter) {
    it('accepts the token as a query parameter', async () => {
      const path = `${declared.route.path}?text=hello&token=${caller.token}`;
      expect(allowed(await call(server.url, { method: declared.route.method, path }))).toBe(true);
    });

    it('refuses a wrong token as a query parameter', async () => {
      const path = `${declared.route.path}?text=hello&token=${newSecret('hmp')}`;
      const answer = await call(server.url, { method: declared.route.method, path });
      expect(answer).toMatchObject({ status: 401, body: { code: 1040 } });
    });
  }

  if (policy.installationRole) {
    it(`refuses an account that is no ${policy.installationRole}`, async () => {
      expect(await ask(declared, caller.token)).toMatchObject({ status: 403, body: { code: 1044 } });
    });
  }
});

describe('refused requests', () => {
  it('change nothing', async () => {
    expect(await stateOf(server.context, owner.accountId)).toEqual(before);
  });
});
