import { LIMITS, Paging } from '@drover/contract';
import { routes, type DeclaredRoute } from '@drover/contract/routes';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { call } from './call';
import { createRecords, type Records } from './records';
import { pathOf, querySchemaOf } from './requests';

const lists = routes.filter((declared) => 'cursor' in (querySchemaOf(declared)?.shape ?? {}));

/** Whether a list returns one page by default. */
const isPaged = (declared: DeclaredRoute) => querySchemaOf(declared)?.shape.limit === Paging.shape.limit;

const ownLists = lists.filter(isPaged);
const wholeLists = lists.filter((declared) => !isPaged(declared));

/** The table of each list, and a row of it to copy. */
const rows: Record<string, (records: Records) => [table: string, where: string]> = {
  'GET /v1/devices/:deviceId/connections': ({ deviceId }) => [
    'DeviceConnection',
    `"deviceId" = '${deviceId}'`,
  ],
  'GET /v1/robots/:deviceId/connections': ({ deviceId }) => [
    'DeviceConnection',
    `"deviceId" = '${deviceId}'`,
  ],
  'GET /v1/device-groups': ({ groupId }) => ['DeviceGroup', `id = '${groupId}'`],
  'GET /v1/messages': ({ messageId }) => ['Message', `id = '${messageId}'`],
  'GET /v1/jobs': ({ jobId }) => ['Job', `id = '${jobId}'`],
  'GET /v1/failures': ({ failureId }) => ['Failure', `id = '${failureId}'`],
  'GET /v1/presets': ({ presetId }) => ['Preset', `id = '${presetId}'`],
  'GET /v1/runs': ({ runId }) => ['Run', `id = '${runId}'`],
  'GET /v1/runs/:runId/artifacts': ({ artifactId }) => ['Artifact', `id = '${artifactId}'`],
  'GET /v1/results': ({ runId }) => ['RunResult', `"runId" = '${runId}'`],
  'GET /v1/schedules': ({ scheduleId }) => ['Schedule', `id = '${scheduleId}'`],
  'GET /v1/schedules/:scheduleId/occurrences': ({ scheduleId }) => [
    'ScheduleOccurrence',
    `"scheduleId" = '${scheduleId}'`,
  ],
  'GET /v1/input-files': ({ fileId }) => ['InputFile', `id = '${fileId}'`],
  'GET /v1/secrets': ({ secretId }) => ['Secret', `id = '${secretId}'`],
  'GET /v1/stores': ({ storeId }) => ['Store', `"ownerId" = '${storeId}'`],
  'GET /v1/stores/:storeId/entries': ({ storeId }) => ['StoreEntry', `"ownerId" = '${storeId}'`],
  'GET /v1/enrolment-keys': ({ keyId }) => ['EnrolmentKey', `id = '${keyId}'`],
  'GET /v1/reviews': ({ submittedId }) => ['Devscript', `id = '${submittedId}'`],
  'GET /v1/listings': ({ scriptId }) => ['Script', `id = '${scriptId}'`],
  'GET /v1/webhooks': ({ webhookId }) => ['Webhook', `id = '${webhookId}'`],
  'GET /v1/webhooks/:webhookId/deliveries': ({ deliveryId }) => ['WebhookDelivery', `id = '${deliveryId}'`],
  'GET /v1/tokens': ({ tokenId }) => ['AccessToken', `id = '${tokenId}'`],
  'GET /v1/members': ({ memberId }) => ['Member', `id = '${memberId}'`],
  'GET /v1/invitations': ({ invitationId }) => ['Invitation', `id = '${invitationId}'`],
  'GET /v1/directory/pending-users': ({ directoryUserId }) => ['DirectoryUser', `id = '${directoryUserId}'`],
  'GET /v1/devscripts/:devscriptId/revisions': ({ revisionId }) => ['Revision', `id = '${revisionId}'`],
  'GET /v1/approvals': ({ approvalId }) => ['Approval', `id = '${approvalId}'`],
  'GET /v1/repositories': ({ repositoryId }) => ['Repository', `id = '${repositoryId}'`],
  'GET /v1/repositories/:repositoryId/syncs': ({ repositoryId }) => [
    'RepositorySync',
    `"repositoryId" = '${repositoryId}'`,
  ],
  'GET /v1/audit': ({ tokenId }) => ['AuditEntry', `"tokenId" = '${tokenId}'`],
};

interface ListBody {
  count: number;
  items: unknown[];
  nextCursor?: string;
  total?: number;
  totalIsCapped?: boolean;
}

let server: TestServer;
let owner: TestAccount;
let records: Records;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.createAccount({ isReviewer: true, isAdministrator: true });
  records = await createRecords(server, owner);
});

async function read(declared: DeclaredRoute, query = ''): Promise<ListBody> {
  const path = `${pathOf(declared, records)}?${query}`;
  const { status, body } = await call(server.url, { method: 'GET', path, token: owner.token });
  expect(status).toBe(200);
  return body as ListBody;
}

/** Copies a row. Copies of a result get copies of its run. Copies of a script get copies of its devscript, and those get copies of its files. Copies of a failure have counters. */
async function copyRow([table, where]: [string, string], copies: number): Promise<void> {
  const idOf = (column: string) => `lpad(to_hex(n), 6, '0') || substr(first."${column}", 7)`;
  if (table === 'RunResult') {
    await copyRow(['Run', `id = '${records.runId}'`], copies);
    return copyRows('"RunResult"', { runId: idOf('runId') }, [`first.${where}`, copies]);
  }
  if (table === 'Store') {
    return copyRows('"Store"', { ownerId: idOf('ownerId') }, [`first.${where}`, copies]);
  }
  if (table === 'StoreEntry') {
    return copyRows('"StoreEntry"', { key: `first.key || n` }, [`first.${where}`, copies]);
  }
  const changes: Record<string, string> = {
    ...{ name: `'N' || n`, hash: 'first.id || n', dueAt: `now() + n * interval '1 day'` },
    slug: table === 'Script' ? `'Z' || lpad(to_hex((SELECT count(*) FROM "Script") + n), 4, '0')` : 'NULL',
    ...(table === 'Script' && { devscriptId: idOf('devscriptId') }),
    ...(table === 'Person' && { email: `n || first.email` }),
    ...(table === 'Member' && { personId: idOf('personId') }),
    ...(table === 'DirectoryUser' && { key: 'first.key || n' }),
    ...(table === 'Revision' && { number: 'first.number + n' }),
    ...(table === 'AuditEntry' && { number: 'NULL' }),
    ...(table === 'InputFile' && { sha256: 'first.id || n' }),
  };
  if (table === 'Member') {
    await copyRow(['Person', `id = (SELECT "personId" FROM "Member" WHERE ${where})`], copies);
  }
  if (table === 'Script') await copyRow(['Devscript', `id = '${records.devscriptId}'`], copies);
  await copyRows(`"${table}"`, { id: idOf('id'), ...changes }, [
    `first.ctid = (SELECT ctid FROM "${table}" WHERE ${where} LIMIT 1)`,
    copies,
  ]);
  if (table === 'Failure') {
    const changes = { failureId: idOf('failureId'), lastRunId: idOf('lastRunId') };
    const ofFailure = `first."failureId" = (SELECT id FROM "Failure" WHERE ${where})`;
    await copyRows('"FailureTotal"', changes, [ofFailure, copies]);
  }
  if (table !== 'Devscript') return;
  const ofDevscript = `first."devscriptId" = (SELECT id FROM "Devscript" WHERE ${where})`;
  await copyRows('"DevscriptFile"', { devscriptId: idOf('devscriptId') }, [ofDevscript, copies]);
}

async function copyRows(
  table: string,
  changes: Record<string, string>,
  [where, copies]: [string, number],
): Promise<void> {
  const columns = Object.entries(changes).map(([name, value]) => `'${name}', ${value}`);
  const { pool } = server.context;
  const written = await pool.query<{ names: string }>(
    `SELECT string_agg(quote_ident(attname), ',') AS names FROM pg_attribute
     WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  );
  const names = written.rows[0].names;
  await pool.query(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM (
       SELECT (jsonb_populate_record(first, jsonb_build_object(${columns.join()}))).*
       FROM ${table} first, generate_series(1, ${copies}) n WHERE ${where}) copy`,
  );
}

it('returns all records by default only from lists of the documented interface', () => {
  expect(wholeLists.map(({ title }) => title)).toEqual([
    'GET /v1/devices',
    'GET /v1/robots',
    'GET /v1/scripts',
    'GET /v1/devscripts',
    'GET /v1/devscripts/:devscriptId/promocode',
  ]);
});

describe.each(ownLists)('$title', (declared) => {
  it('returns pages of a default length, each record once, and a total on request', async () => {
    const row = rows[declared.title];
    if (!row) throw new Error(`Add the table of ${declared.title} to contract-tests/lists.spec.ts.`);
    await copyRow(row(records), LIMITS.defaultPageItems + 1);

    const first = await read(declared);
    expect(first.count).toBe(LIMITS.defaultPageItems);
    expect(first.items).toHaveLength(LIMITS.defaultPageItems);
    expect(first).not.toHaveProperty('total');
    const items = [...first.items];
    let page = first;
    while (page.nextCursor !== undefined) {
      page = await read(declared, `cursor=${encodeURIComponent(page.nextCursor)}`);
      expect(page.count).toBe(page.items.length);
      items.push(...page.items);
    }
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length);
    const counted = await read(declared, 'limit=1&total=true');
    expect(counted).toMatchObject({ count: 1, total: items.length, totalIsCapped: false });
    expect(items.length).toBeGreaterThan(LIMITS.defaultPageItems);
  });
});

describe.each(wholeLists)('$title', (declared) => {
  it('returns all records without limit and cursor, and pages with them', async () => {
    const whole = await read(declared);
    expect(whole).toEqual({ count: whole.items.length, items: whole.items });
    const page = await read(declared, 'limit=1&total=true');
    expect(page).toMatchObject({
      count: 1,
      items: [whole.items[0]],
      total: whole.count,
      totalIsCapped: false,
    });
  });
});
