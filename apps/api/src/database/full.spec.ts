import { LIMITS } from '@drover/contract';
import type { Response } from 'supertest';
import { answerOf, conflict } from '../testing/errors';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
afterAll(() => server.close());

interface Kind {
  table: string;
  max: number;
  make: (name: string) => PromiseLike<Response>;
}

const job = { code: '1', selector: { all: true } };
const kinds: Kind[] = [
  {
    table: 'DeviceGroup',
    max: LIMITS.deviceGroups,
    make: (name) => owner.as.post('/v1/device-groups').send({ name, devices: [] }),
  },
  {
    table: 'Preset',
    max: LIMITS.presets,
    make: (name) => owner.as.post('/v1/presets').send({ name, ...job }),
  },
  {
    table: 'Schedule',
    max: LIMITS.schedules,
    make: (name) => owner.as.post('/v1/schedules').send({ name, when: { everyMinutes: 60 }, job }),
  },
  {
    table: 'Secret',
    max: LIMITS.secrets,
    make: (name) => owner.as.put(`/v1/secrets/${name}`).send({ value: 'a value' }),
  },
  {
    table: 'Webhook',
    max: LIMITS.webhooks,
    make: (name) => owner.as.post('/v1/webhooks').send({ url: 'http://127.0.0.1:9/', events: 'all', name }),
  },
];

describe.each(kinds)('the rows of $table', ({ table, max, make }) => {
  it('are no more than an account may have, also where they are made at once', async () => {
    const { status } = await make('FIRST');
    await server.service.pool.query(
      `INSERT INTO "${table}" SELECT (jsonb_populate_record(first, jsonb_build_object(
         'id', lpad(to_hex(n), 8, '0') || substr(id, 9), 'name', 'N' || n))).*
       FROM "${table}" first, generate_series(1, $2) n WHERE "accountId" = $1`,
      [owner.accountId, max - 2],
    );
    const answers = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => answerOf(make(name))));
    expect(answers.filter((answer) => answer.status === status)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status !== status)).toEqual(Array(4).fill(conflict));
    const { rows } = await server.service.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${table}" WHERE "accountId" = $1`,
      [owner.accountId],
    );
    expect(rows).toEqual([{ count: max }]);
  });
});
