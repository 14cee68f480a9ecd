import { BUDGET } from '@drover/contract/budget';
import type { AuditEntry, Directory, Member, PendingDirectoryUserList } from '@drover/contract';
import supertest, { type Agent } from 'supertest';
import { newId } from '../../database/ids';
import { createMember, type TestMember } from '../../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let account: TestAccount;
let owner: TestMember;
let scim: Agent;
/** Email addresses of this test, because specs share a database. */
let domain: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await server.createAccount();
  owner = await createMember(server, account, 'owner');
  scim = await connect(owner);
  domain = `${newId()}.example.org`;
});

/** Creates the token of a directory, and returns its requests. */
async function connect({ as }: Pick<TestMember, 'as'>, url = server.url): Promise<Agent> {
  const { body } = await as.post('/v1/directory/token').expect(201);
  return supertest.agent(url).set('Authorization', `Bearer ${body.token}`);
}

/** A user as Entra ID creates one. */
const entraUser = (name: string, changes: object = {}) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: `entra-${name}`,
  userName: `${name}@${domain}`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}@${domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'IT' },
  roles: [],
  ...changes,
});

const patchOf = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

const errorOf = (status: number, scimType?: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail: expect.stringMatching(/\.$/),
});

async function createUser(name: string, changes: object = {}): Promise<string> {
  const { body } = await scim.post('/scim/v2/Users').send(entraUser(name, changes)).expect(201);
  return body.id as string;
}

async function createGroup(displayName: string, ids: string[] = []): Promise<string> {
  const members = ids.map((value) => ({ value }));
  const { body } = await scim.post('/scim/v2/Groups').send({ displayName, members }).expect(201);
  return body.id as string;
}

/** Adds a member whose address is that of a user. */
async function createColleague(name: string, role: Member['role'] = 'viewer'): Promise<TestMember> {
  const member = await createMember(server, account, role);
  const email = `${name}@${domain}`;
  await server.context.prisma.person.update({ where: { id: member.personId }, data: { email } });
  return { ...member, email };
}

async function roleOf({ memberId }: TestMember): Promise<string | undefined> {
  const { body } = await owner.as.get('/v1/members').expect(200);
  return (body.items as Member[]).find(({ _id }) => _id === memberId)?.role;
}

const actions = async () => {
  const { body } = await owner.as.get('/v1/audit').expect(200);
  return (body.items as AuditEntry[]).map(({ action, targetName, tokenName }) => [
    action,
    targetName,
    tokenName,
  ]);
};

describe('GET /v1/directory', () => {
  it('has no token at first', async () => {
    const other = await server.createAccount();
    const { body } = await other.as.get('/v1/directory').expect(200);
    expect(body).toEqual({ url: `${server.url}/scim/v2`, token: null, defaultRole: 'viewer', roles: [] });
  });

  it('says when the token was used, and does not contain it', async () => {
    await scim.get('/scim/v2/Users').expect(200);
    const directory = (await owner.as.get('/v1/directory').expect(200)).body as Directory;
    expect(directory.token).toEqual({
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
    });
  });

  it('is for admins', async () => {
    const editor = await createMember(server, account, 'editor');
    await editor.as.get('/v1/directory').expect(403);
    await editor.as.post('/v1/directory/token').expect(403);
  });
});

describe('GET /v1/directory/pending-users', () => {
  const listPending = async (query = '') =>
    (await owner.as.get(`/v1/directory/pending-users${query}`).expect(200)).body as PendingDirectoryUserList;
  const create = async (name: string, changes: object = {}) =>
    (await scim.post('/scim/v2/Users').send(entraUser(name, changes)).expect(201)).body.id as string;

  it('lists active users who have not joined, with the role of their groups', async () => {
    const roles = [{ group: 'IT', role: 'editor' }];
    await owner.as.put('/v1/directory').send({ defaultRole: 'operator', roles }).expect(204);
    const ada = await create('ada');
    await create('gone', { active: false });
    const bob = await create('bob', { name: {}, displayName: 'Bob' });
    await scim
      .post('/scim/v2/Groups')
      .send({ displayName: 'IT', members: [{ value: bob }] })
      .expect(201);
    const createdAt = expect.any(String);
    const user = (name: string) => ({ userName: `${name}@${domain}`, email: `${name}@${domain}`, createdAt });
    expect(await listPending()).toEqual({
      count: 2,
      items: [
        { _id: bob, name: 'Bob', role: 'editor', ...user('bob') },
        { _id: ada, name: 'Ada Lovelace', role: 'operator', ...user('ada') },
      ],
    });
    const page = await listPending('?limit=1');
    expect(page.items).toMatchObject([{ _id: bob }]);
    expect((await listPending(`?limit=1&cursor=${page.nextCursor}`)).items).toMatchObject([{ _id: ada }]);
    const editor = await createMember(server, account, 'editor');
    await editor.as.get('/v1/directory/pending-users').expect(403);
  });

  it('leaves out somebody who has joined by an invitation, and whom an admin has removed', async () => {
    const id = await create('ada');
    const { body } = await owner.as.post('/v1/invitations').send({ role: 'viewer' }).expect(201);
    const login = { email: `ada@${domain}`, password: 'battery staple' };
    await server
      .request()
      .post('/v1/invitations/accept')
      .send({ token: body.token, ...login })
      .expect(201);
    expect((await listPending()).items).toEqual([]);
    const members = (await owner.as.get('/v1/members')).body.items as Member[];
    const member = members.find(({ email }) => email === login.email);
    await owner.as.delete(`/v1/members/${member?._id}`).expect(204);
    expect((await listPending()).items).toEqual([]);
    await setActive(id, false);
    await setActive(id, true);
    expect((await listPending()).items).toMatchObject([{ _id: id }]);
  });

  const setActive = (id: string, active: boolean) =>
    scim
      .patch(`/scim/v2/Users/${id}`)
      .send(patchOf({ op: 'replace', value: { active } }))
      .expect(200);
});

describe('POST /v1/directory/token', () => {
  it('replaces the former token', async () => {
    const next = await connect(owner);
    const { body } = await scim.get('/scim/v2/Users').expect(401);
    expect(body).toEqual(errorOf(401));
    await next.get('/scim/v2/Users').expect(200);
  });

  it('stores a hash only', async () => {
    const { body } = await owner.as.post('/v1/directory/token').expect(201);
    expect(body).toEqual({ token: expect.stringMatching(/^hmu_[0-9a-f]{64}$/) });
    const row = await server.context.prisma.directory.findFirst({ where: { accountId: account.accountId } });
    expect(JSON.stringify(row)).not.toContain(body.token);
  });
});

describe('DELETE /v1/directory/token', () => {
  it('ends the access of the directory', async () => {
    await owner.as.delete('/v1/directory/token').expect(204);
    await scim.get('/scim/v2/Users').expect(401);
  });
});

describe('PUT /v1/directory', () => {
  const roles = [{ group: 'Operators', role: 'operator' }];

  it('changes the roles of members', async () => {
    const ada = await createColleague('ada', 'admin');
    await createGroup('Operators', [await createUser('ada')]);
    expect(await roleOf(ada)).toBe('viewer');
    await server.context.prisma.directoryUser.updateMany({
      where: { accountId: account.accountId },
      data: { isVerified: true },
    });
    await owner.as.put('/v1/directory').send({ defaultRole: 'viewer', roles }).expect(204);
    expect(await roleOf(ada)).toBe('operator');
    expect((await owner.as.get('/v1/directory')).body).toMatchObject({ defaultRole: 'viewer', roles });
  });

  it('refuses the role owner, and a group that is named twice', async () => {
    await owner.as.put('/v1/directory').send({ defaultRole: 'owner', roles: [] }).expect(422);
    const twice = { defaultRole: 'viewer', roles: [...roles, ...roles] };
    await owner.as.put('/v1/directory').send(twice).expect(422);
  });
});

describe('/scim/v2', () => {
  it('refuses requests without its token, access tokens included', async () => {
    const { body, headers } = await server.request().get('/scim/v2/Users').expect(401);
    expect(body).toEqual(errorOf(401));
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
    await owner.as.get('/scim/v2/Users').expect(401);
  });

  it('is no access to the interface', async () => {
    await scim.get('/v1/devices').expect(401);
  });

  it.each(['ServiceProviderConfig', 'ResourceTypes', 'Schemas'])('describes itself: %s', async (name) => {
    const { body, headers } = await scim.get(`/scim/v2/${name}`).expect(200);
    expect(headers['content-type']).toMatch(/^application\/scim\+json/);
    expect(body.schemas).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{', 400],
    ['no object', '[]', 400],
    ['no user name', '{}', 400],
    ['an empty user name', '{"userName":" "}', 400],
    ['a number', '{"userName":5}', 400],
    ['the NUL character', '{"userName":"a\\u0000"}', 400],
    ['a long user name', JSON.stringify({ userName: 'a'.repeat(257) }), 400],
    ['deep JSON', `${'['.repeat(5000)}${']'.repeat(5000)}`, 400],
    ['an object for active', '{"userName":"a","active":{}}', 400],
    ['a bad attribute', '{"userName":"a","b[":1}', 400],
  ])('refuses a user with %s', async (_title, body, status) => {
    const answer = await scim.post('/scim/v2/Users').type('application/scim+json').send(body).expect(status);
    expect(answer.body).toMatchObject({ status: String(status), detail: expect.any(String) });
    expect(await server.context.prisma.directoryUser.count({ where: { accountId: account.accountId } })).toBe(
      0,
    );
  });

  it('accepts a body of the bound, and refuses a longer one', async () => {
    const user = JSON.stringify(entraUser('ada'));
    const type = 'application/scim+json';
    const max = BUDGET.directoryBodyBytes.max;
    await scim.post('/scim/v2/Users').type(type).send(user.padEnd(max)).expect(201);
    const { body } = await scim
      .post('/scim/v2/Users')
      .type(type)
      .send(user.padEnd(max + 1))
      .expect(413);
    expect(body).toEqual(errorOf(413));
  });

  it('limits requests', async () => {
    const limited = await startTestServer({ RATE_LIMIT: '2' });
    const directory = await connect(owner, limited.url);
    await directory.get('/scim/v2/Users').expect(200);
    await directory.get('/scim/v2/Users').expect(200);
    const { body } = await directory.get('/scim/v2/Users').expect(429);
    expect(body).toEqual(errorOf(429));
    await limited.close();
  });

  it('shows another workspace nothing', async () => {
    const id = await createUser('ada');
    const groupId = await createGroup('Group', [id]);
    const stranger = await server.createAccount();
    const other = await connect(stranger);
    for (const path of [`Users/${id}`, `Groups/${groupId}`, 'Users/%00', 'Groups/1', 'Nothing']) {
      expect((await other.get(`/scim/v2/${path}`).expect(404)).body).toEqual(errorOf(404));
    }
    for (const path of [`Users/${id}`, `Groups/${groupId}`]) {
      await other.delete(`/scim/v2/${path}`).expect(404);
      await other.put(`/scim/v2/${path}`).send({ userName: 'x', displayName: 'x' }).expect(404);
      await other.patch(`/scim/v2/${path}`).send(patchOf()).expect(404);
    }
    const members = { displayName: 'Mine', members: [{ value: id }] };
    expect((await other.post('/scim/v2/Groups').send(members).expect(400)).body).toEqual(
      errorOf(400, 'invalidValue'),
    );
    expect((await other.get('/scim/v2/Users').expect(200)).body.totalResults).toBe(0);
  });
});

describe('/scim/v2/Users', () => {
  it('creates, reads and finds a user, as Entra ID does', async () => {
    const { body, headers } = await scim.post('/scim/v2/Users').send(entraUser('Ada')).expect(201);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...{ externalId: 'entra-Ada', userName: `Ada@${domain}` },
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: `Ada@${domain}`, type: 'work', primary: true }],
      active: true,
      meta: {
        ...{ resourceType: 'User', created: expect.any(String), lastModified: expect.any(String) },
        location: `${server.url}/scim/v2/Users/${body.id}`,
      },
    });
    expect(headers.location).toBe(body.meta.location);
    expect((await scim.get(`/scim/v2/Users/${body.id}`).expect(200)).body).toEqual(body);
    for (const filter of [
      `userName eq "ada@${domain}"`,
      'externalId eq "entra-Ada"',
      `USERNAME Eq "ADA@${domain}"`,
    ]) {
      const found = await scim.get('/scim/v2/Users').query({ filter, startIndex: 1, count: 100 }).expect(200);
      expect(found.body).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        ...{ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [body] },
      });
    }
    const none = await scim.get('/scim/v2/Users').query({ filter: 'userName eq "nobody"' }).expect(200);
    expect(none.body).toMatchObject({ totalResults: 0, Resources: [] });
    const again = await scim.post('/scim/v2/Users').send(entraUser('ADA')).expect(409);
    expect(again.body).toEqual(errorOf(409, 'uniqueness'));
  });

  it('lists pages', async () => {
    const ids = [await createUser('a'), await createUser('b'), await createUser('c')];
    const page = await scim.get('/scim/v2/Users').query({ startIndex: 2, count: 1 }).expect(200);
    expect(page.body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect(page.body.Resources[0].id).toBe(ids[1]);
    const number = await scim.get('/scim/v2/Users').query({ count: 0 }).expect(200);
    expect(number.body).toMatchObject({ totalResults: 3, Resources: [] });
    await scim.get('/scim/v2/Users').query({ count: 'all' }).expect(400);
  });

  it('finds users by every kind of condition', async () => {
    await createUser('ada');
    const grace = { name: { familyName: 'Hopper', givenName: 'Grace' }, displayName: 'Grace "G_H"' };
    await createUser('grace', { ...grace, externalId: undefined, active: false });
    await createUser('karl', { userName: String.raw`OFFICE\karl`, emails: [], name: {} });
    const expected: [string, string[]][] = [
      ['userName sw "A"', ['ada']],
      ['userName co "RAC"', ['grace']],
      [String.raw`userName eq "office\\karl"`, [String.raw`OFFICE\karl`]],
      [String.raw`displayName eq "Grace \u0022G_H\""`, ['grace']],
      ['displayName ew "G-H\\""', []],
      ['displayName co "G_H"', ['grace']],
      ['displayName co "%"', []],
      ['displayName pr', ['grace']],
      ['not (displayName pr)', ['ada', String.raw`OFFICE\karl`]],
      ['externalId eq null', ['grace']],
      ['externalId ne "entra-ada"', ['grace', String.raw`OFFICE\karl`]],
      ['not (externalId eq "entra-ada")', ['grace', String.raw`OFFICE\karl`]],
      ['active eq true', ['ada', String.raw`OFFICE\karl`]],
      ['active eq "False"', ['grace']],
      ['active ne False', ['ada', String.raw`OFFICE\karl`]],
      ['emails[type eq "work" and value sw "GRACE@"]', ['grace']],
      ['emails[type eq "home"]', []],
      ['emails pr and not(emails[primary eq true and value co "ada@"])', ['grace']],
      ['urn:ietf:params:scim:schemas:core:2.0:User:name.familyName eq "Lovelace"', ['ada']],
      ['userName eq "x" or active eq true and name.givenName eq "Ada"', ['ada']],
      ['(userName sw "g" OR active eq true) AND name.givenName pr', ['ada', 'grace']],
      ['meta.created gt "2020-01-01T00:00:00Z" and meta.lastModified le "2020-01-01T00:00:00+01:00"', []],
      ['meta.created ge "2020-01-01T00:00:00.000Z" and userName sw "ada"', ['ada']],
    ];
    const found: typeof expected = [];
    for (const [filter] of expected) {
      const { body } = await scim.get('/scim/v2/Users').query({ filter }).expect(200);
      const names = (body.Resources as { userName: string }[]).map(({ userName }) => userName);
      expect(body.totalResults).toBe(names.length);
      found.push([filter, names.map((name) => name.replace(`@${domain}`, ''))]);
    }
    expect(found).toEqual(expected);
  });

  it('refuses invalid filters', async () => {
    for (const filter of [
      '',
      'userName',
      'userName eq',
      'userName is "ada"',
      'userName eq ada',
      'userName eq "ada',
      String.raw`userName eq "\x"`,
      String.raw`userName eq "\u0000"`,
      'userName eq "a\nb"',
      'userName eq "ada" and',
      'userName eq "ada" "ada"',
      '(userName eq "ada"',
      'emails[type eq "work"',
      'emails[type[value eq "x"]]',
      'not userName eq "ada"',
      'and eq "ada" and or',
      'title eq "Countess"',
      'password eq "a"',
      '__proto__ eq "a"',
      `userName ${' '.repeat(5000)}`,
      '('.repeat(5000),
      'constructor eq "x"',
      'userName gt "ada"',
      'userName eq 5',
      'userName sw null',
      'active eq "maybe"',
      'meta.created gt "yesterday"',
      'meta.created gt "2020-99-01T00:00:00Z"',
    ]) {
      const { body } = await scim.get('/scim/v2/Users').query({ filter });
      expect({ filter, body }).toEqual({ filter, body: errorOf(400, 'invalidFilter') });
    }
  });

  it('accepts a filter with the maximum number of parts, and refuses one with more', async () => {
    const { max } = BUDGET.directoryFilterTerms;
    const filters = (count: number) => [
      Array.from({ length: count }, () => 'active eq true').join(' and '),
      `${'('.repeat(count - 1)}active eq true${')'.repeat(count - 1)}`,
    ];
    for (const filter of filters(max)) await scim.get('/scim/v2/Users').query({ filter }).expect(200);
    for (const filter of filters(max + 1)) {
      const { body } = await scim.get('/scim/v2/Users').query({ filter }).expect(400);
      expect(body).toEqual(errorOf(400, 'invalidFilter'));
    }
  });

  it('returns the attributes that a request asks for', async () => {
    const id = await createUser('ada');
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    const read = async (query: object) =>
      (await scim.get(`/scim/v2/Users/${id}`).query(query).expect(200)).body;
    expect(await read({ attributes: 'userName, NAME.familyName,emails.value' })).toEqual({
      ...{ schemas, id, userName: `ada@${domain}`, name: { familyName: 'Lovelace' } },
      emails: [{ value: `ada@${domain}` }],
    });
    const excludedAttributes = 'urn:ietf:params:scim:schemas:core:2.0:User:meta,emails,name.givenName,id';
    const short = { schemas, id, externalId: 'entra-ada', userName: `ada@${domain}`, active: true };
    expect(await read({ excludedAttributes })).toEqual({ ...short, name: { familyName: 'Lovelace' } });
    const list = await scim.get('/scim/v2/Users').query({ attributes: 'active' }).expect(200);
    expect(list.body.Resources).toEqual([{ schemas, id, active: true }]);
    const both = { attributes: 'active', excludedAttributes: 'meta' };
    await scim.get('/scim/v2/Users').query(both).expect(400);
    const patch = patchOf({ op: 'replace', path: 'active', value: false });
    const request = scim.patch(`/scim/v2/Users/${id}`).query({ attributes: 'active' }).send(patch);
    expect((await request.expect(200)).body).toEqual({ schemas, id, active: false });
  });

  it('patches a user as Entra ID does', async () => {
    const id = await createUser('ada');
    const operations = patchOf(
      { op: 'Replace', path: 'displayName', value: 'Ada L.' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: `new@${domain}` },
      { op: 'Replace', path: 'name.givenName', value: 'Augusta' },
      {
        op: 'Replace',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'x',
      },
      { op: 'Add', value: { 'name.familyName': 'King', title: 'Countess' } },
      { op: 'Replace', path: 'active', value: 'False' },
    );
    const { body } = await scim.patch(`/scim/v2/Users/${id}`).send(operations).expect(200);
    expect(body).toMatchObject({
      ...{ displayName: 'Ada L.', active: false },
      name: { givenName: 'Augusta', familyName: 'King' },
      emails: [{ value: `new@${domain}`, type: 'work', primary: true }],
    });
  });

  it('patches and replaces a user as Okta does', async () => {
    const id = await createUser('ada');
    const off = await scim
      .patch(`/scim/v2/Users/${id}`)
      .send(patchOf({ op: 'replace', value: { active: false } }));
    expect(off.body).toMatchObject({ active: false });
    const { body } = await scim
      .put(`/scim/v2/Users/${id}`)
      .send({
        id,
        userName: `ada@${domain}`,
        name: { givenName: 'Ada' },
        emails: [],
        groups: [],
        active: true,
      })
      .expect(200);
    expect(body).toMatchObject({ id, active: true, name: { givenName: 'Ada' } });
    expect(body).not.toHaveProperty('externalId');
  });

  it.each([
    [patchOf({ op: 'move', path: 'active' }), 'invalidSyntax'],
    [patchOf({ op: 'remove' }), 'noTarget'],
    [patchOf({ op: 'replace', path: 'a b', value: 1 }), 'invalidPath'],
    [patchOf({ op: 'replace', path: 'emails[type eq', value: 1 }), 'invalidPath'],
    [patchOf({ op: 'replace', path: 'active', value: 'maybe' }), 'invalidValue'],
    [patchOf({ op: 'remove', path: 'userName' }), 'invalidValue'],
    [{ Operations: 'all' }, 'invalidSyntax'],
  ])('refuses the patch %j', async (body, scimType) => {
    const id = await createUser('ada');
    const answer = await scim.patch(`/scim/v2/Users/${id}`).send(body).expect(400);
    expect(answer.body).toEqual(errorOf(400, scimType));
  });

  it('gives the workspace no power over somebody who is no member', async () => {
    const stranger = await server.createAccount();
    const person = await createMember(server, stranger, 'viewer');
    const id = await createUser('x', { userName: person.email, emails: [], displayName: 'Renamed' });
    await scim
      .patch(`/scim/v2/Users/${id}`)
      .send(patchOf({ op: 'replace', value: { active: false } }))
      .expect(200);
    await scim.delete(`/scim/v2/Users/${id}`).expect(204);
    const { body } = await owner.as.get('/v1/members').expect(200);
    expect((body.items as Member[]).map(({ email }) => email)).toEqual([owner.email, account.email]);
    await person.as.get('/v1/devices').expect(200);
    const row = await server.context.prisma.person.findUnique({ where: { id: person.personId } });
    expect(row).toMatchObject({ name: 'A viewer', email: person.email });
  });

  it('ends membership, tokens and sessions on every server, and says so in the audit log', async () => {
    const second = await startTestServer();
    const ada = await createColleague('ada', 'operator');
    const id = await createUser('ada');
    await ada.as.get('/v1/devices').expect(200);
    await scim
      .patch(`/scim/v2/Users/${id}`)
      .send(patchOf({ op: 'Replace', path: 'active', value: 'False' }))
      .expect(200);
    for (const { url } of [server, second]) {
      await supertest(url).get('/v1/devices').set('Authorization', `token ${ada.token}`).expect(401);
      await supertest(url).get('/v1/devices').set('Cookie', ada.cookie).set('Origin', url).expect(401);
    }
    await second.close();
    expect(await roleOf(ada)).toBeUndefined();
    expect((await actions()).slice(0, 3)).toEqual([
      ['member.remove', 'A operator', 'Directory (SCIM)'],
      ['directory-user.update', `ada@${domain}`, 'Directory (SCIM)'],
      ['member.update', 'A operator', 'Directory (SCIM)'],
    ]);
    // Who comes back signs in, or is invited.
    await scim
      .patch(`/scim/v2/Users/${id}`)
      .send(patchOf({ op: 'replace', value: { active: true } }))
      .expect(200);
    expect(await roleOf(ada)).toBeUndefined();
  });

  it('ends the membership of a member who joined after the user was created', async () => {
    const id = await createUser('late');
    const late = await createColleague('late');
    await scim.delete(`/scim/v2/Users/${id}`).expect(204);
    expect(await roleOf(late)).toBeUndefined();
    await scim.get(`/scim/v2/Users/${id}`).expect(404);
  });

  it('keeps the last owner', async () => {
    const email = `boss@${domain}`;
    const { prisma } = server.context;
    await prisma.person.update({ where: { id: owner.personId }, data: { email } });
    await prisma.member.deleteMany({ where: { personId: account.accountId } });
    const id = await createUser('boss');
    expect(await roleOf(owner)).toBe('owner');
    const off = patchOf({ op: 'replace', value: { active: false } });
    const { body } = await scim.patch(`/scim/v2/Users/${id}`).send(off).expect(409);
    expect(body).toEqual(errorOf(409, 'mutability'));
    expect((await scim.delete(`/scim/v2/Users/${id}`).expect(409)).body).toEqual(errorOf(409, 'mutability'));
    expect((await scim.get(`/scim/v2/Users/${id}`).expect(200)).body.active).toBe(true);
    await owner.as.get('/v1/devices').expect(200);
  });

  it('removes no owner with a token of an admin', async () => {
    const admin = await createMember(server, account, 'admin');
    const second = await createColleague('second', 'owner');
    scim = await connect(admin);
    const id = await createUser('second');
    expect((await scim.delete(`/scim/v2/Users/${id}`).expect(409)).body).toEqual(errorOf(409, 'mutability'));
    scim = await connect(owner);
    await scim.delete(`/scim/v2/Users/${id}`).expect(204);
    expect(await roleOf(second)).toBeUndefined();
  });

  it('creates as many users as a workspace can have, and lists a page of them', async () => {
    const max = BUDGET.directoryUsers.max;
    const data = Array.from({ length: max - 1 }, (_, index) => ({
      ...{ id: newId(), accountId: account.accountId, userName: `u${index}`, key: `u${index}` },
    }));
    await server.context.prisma.directoryUser.createMany({ data });
    await createUser('last');
    const { body } = await scim.post('/scim/v2/Users').send(entraUser('more')).expect(409);
    expect(body).toEqual(errorOf(409));
    const page = await scim
      .get('/scim/v2/Users')
      .query({ count: BUDGET.directoryPageItems.max + 1 })
      .expect(200);
    expect(page.body).toMatchObject({ totalResults: max, itemsPerPage: BUDGET.directoryPageItems.max });
  });
});

describe('/scim/v2/Groups', () => {
  const verify = () =>
    server.context.prisma.directoryUser.updateMany({
      where: { accountId: account.accountId },
      data: { isVerified: true },
    });

  beforeEach(async () => {
    const roles = [
      { group: 'Operators', role: 'operator' },
      { group: 'Admins', role: 'admin' },
    ];
    await owner.as.put('/v1/directory').send({ defaultRole: 'viewer', roles }).expect(204);
  });

  it('gives members the highest role of their groups', async () => {
    const ada = await createColleague('ada');
    const id = await createUser('ada');
    await verify();
    const operators = await createGroup('Operators', [id]);
    expect(await roleOf(ada)).toBe('operator');
    const admins = await createGroup('Admins');
    const add = { op: 'Add', path: 'members', value: [{ $ref: null, value: id }] };
    await scim.patch(`/scim/v2/Groups/${admins}`).send(patchOf(add)).expect(204);
    expect(await roleOf(ada)).toBe('admin');
    const remove = { op: 'remove', path: `members[value eq "${id}"]` };
    await scim.patch(`/scim/v2/Groups/${admins}`).send(patchOf(remove)).expect(204);
    expect(await roleOf(ada)).toBe('operator');
    await scim.delete(`/scim/v2/Groups/${operators}`).expect(204);
    expect(await roleOf(ada)).toBe('viewer');
  });

  it('raises no role by an address that nobody has verified, but lowers it', async () => {
    const eve = await createColleague('eve', 'operator');
    const id = await createUser('eve');
    expect(await roleOf(eve)).toBe('viewer');
    await createGroup('Admins', [id]);
    expect(await roleOf(eve)).toBe('viewer');
  });

  it('changes members in all forms that directories send', async () => {
    const [ada, bob] = [await createUser('ada'), await createUser('bob')];
    const id = await createGroup('Group');
    const membersAfter = async (...operations: object[]) => {
      await scim
        .patch(`/scim/v2/Groups/${id}`)
        .send(patchOf(...operations))
        .expect(204);
      const { body } = await scim.get(`/scim/v2/Groups/${id}`).expect(200);
      return (body.members as { value: string }[]).map(({ value }) => value);
    };
    const of = (...ids: string[]) => ids.map((value) => ({ value }));
    expect(await membersAfter({ op: 'add', path: 'members', value: of(ada, bob) })).toEqual([ada, bob]);
    expect(await membersAfter({ op: 'Remove', path: 'members', value: of(ada) })).toEqual([bob]);
    expect(await membersAfter({ op: 'replace', path: 'members', value: of(ada) })).toEqual([ada]);
    expect(await membersAfter({ op: 'add', value: { members: of(bob) } })).toEqual([ada, bob]);
    expect(await membersAfter({ op: 'remove', path: 'members' })).toEqual([]);
    const both = [
      { op: 'add', path: 'members', value: of(ada) },
      { op: 'remove', path: `members[value eq "${ada}"]` },
    ];
    expect(await membersAfter(...both)).toEqual([]);
    const { body } = await scim
      .put(`/scim/v2/Groups/${id}`)
      .send({ displayName: 'Other', members: of(bob) })
      .expect(200);
    expect(body).toMatchObject({ displayName: 'Other', members: [{ value: bob, display: `bob@${domain}` }] });
    const short = await scim.get(`/scim/v2/Groups/${id}?excludedAttributes=members`).expect(200);
    expect(short.body).not.toHaveProperty('members');
  });

  it('renames a group as Okta does, finds it by name, and refuses its name again', async () => {
    const id = await createGroup('Group');
    const rename = { op: 'replace', value: { id, displayName: 'Renamed' } };
    await scim.patch(`/scim/v2/Groups/${id}`).send(patchOf(rename)).expect(204);
    const filter = 'displayName eq "Renamed"';
    const { body } = await scim.get('/scim/v2/Groups').query({ filter }).expect(200);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id, displayName: 'Renamed' }] });
    const again = await scim.post('/scim/v2/Groups').send({ displayName: 'Renamed' }).expect(409);
    expect(again.body).toEqual(errorOf(409, 'uniqueness'));
  });

  it.each([
    [{ op: 'add', path: 'members', value: [{ value: 'f'.repeat(24) }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: ['x'] }, 'invalidValue'],
    [{ op: 'add', path: 'members[value eq "x"]', value: [] }, 'invalidPath'],
    [{ op: 'remove', path: 'displayName' }, 'invalidValue'],
  ])('refuses the operation %j', async (operation, scimType) => {
    const id = await createGroup('Group');
    const { body } = await scim.patch(`/scim/v2/Groups/${id}`).send(patchOf(operation)).expect(400);
    expect(body).toEqual(errorOf(400, scimType));
  });

  it('finds groups by their members and names', async () => {
    const ada = await createUser('ada');
    await createGroup('Operators', [ada]);
    await createGroup('Admins', [await createUser('grace'), ada]);
    await createGroup('Empty');
    const namesOf = async (filter: string): Promise<string[]> => {
      const { body } = await scim.get('/scim/v2/Groups').query({ filter }).expect(200);
      return (body.Resources as { displayName: string }[]).map(({ displayName }) => displayName);
    };
    expect(await namesOf(`members eq "${ada}"`)).toEqual(['Operators', 'Admins']);
    expect(await namesOf(`displayName sw "A" and members[value eq "${ada}"]`)).toEqual(['Admins']);
    expect(await namesOf('not (members pr)')).toEqual(['Empty']);
    expect(await namesOf(`displayName ne "Empty" and not (members eq "${newId()}")`)).toEqual([
      'Operators',
      'Admins',
    ]);
  });

  it('creates as many groups as a workspace can have', async () => {
    const { accountId } = account;
    const data = Array.from({ length: BUDGET.directoryGroups.max - 1 }, (_, index) => ({
      ...{ id: newId(), accountId, displayName: `g${index}` },
    }));
    await server.context.prisma.directoryGroup.createMany({ data });
    await createGroup('last');
    const { body } = await scim.post('/scim/v2/Groups').send({ displayName: 'more' }).expect(409);
    expect(body).toEqual(errorOf(409));
  });
});
