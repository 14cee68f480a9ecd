import { countChars, LIMITS } from '@drover/contract';
import { answerOf, conflict } from '../testing/errors';
import { startTestServer, type TestServer } from '../testing/test-server';
import { stateOf } from './account-state';
import { call, multipart, type Answer, type Call } from './call';
import { counted, type Counted } from './limit-counts';
import { exercises, type LimitName } from './limit-exercises';
import { notByHttp } from './limits-not-by-http';
import type { Exercise, Scene } from './limit-requests';
import { createRecords } from './records';

let server: TestServer;
let scene: Scene;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function setScene(): Promise<void> {
  const owner = await server.createAccount({ isReviewer: true });
  scene = { server, owner, records: await createRecords(server, owner) };
}

const ask = (request: Call): Promise<Answer> => call(server.url, { ...request, token: scene.owner.token });

/** The record that a response with 201 created. */
async function make(path: string, body: object): Promise<Record<string, string>> {
  const answer = await ask({ method: 'POST', path, body });
  expect(answer.status).toBe(201);
  return answer.body as Record<string, string>;
}

const table = Object.entries(exercises as Record<string, Exercise[]>).flatMap(([name, ways]) =>
  ways.map((exercise, way) => ({ name: name as LimitName, way: way + 1, exercise })),
);

/** The error of each status with which limits refuse. */
const codes: Record<number, number> = { 400: 1100, 413: 1104, 422: 1102 };

describe.each(table)('the limit $name, way $way', ({ name, exercise }) => {
  const edge = LIMITS[name];
  const beyond = exercise.beyond ?? edge + 1;
  const refusal = exercise.refusal ?? 422;
  // Both tests share the records: the first request is refused, so it changes nothing.
  beforeAll(setScene);

  it(`refuses ${beyond}, and changes nothing`, async () => {
    const before = await stateOf(server.context, scene.owner.accountId);
    const answer = await ask(exercise.request(scene, beyond));
    expect(answer).toMatchObject({ status: refusal, body: { code: codes[refusal] } });
    expect(await stateOf(server.context, scene.owner.accountId)).toEqual(before);
  });

  it(`accepts ${edge}`, async () => {
    const { status } = await ask(exercise.request(scene, edge));
    expect([200, 201, 204]).toContain(status);
  });
});

/** Copies an existing record a number of times, under other names. */
async function fill(table: string, records: number): Promise<void> {
  await server.context.pool.query(
    `INSERT INTO "${table}" SELECT (jsonb_populate_record(first, jsonb_build_object(
       'id', lpad(to_hex(n), 8, '0') || substr(id, 9), 'name', 'N' || n, 'hash', id || n, 'sha256', id || n))).*
     FROM "${table}" first, generate_series(1, $2) n WHERE "accountId" = $1`,
    [scene.owner.accountId, records],
  );
}

describe.each(Object.entries<Counted>(counted))('the limit %s', (name, { table, create }) => {
  beforeEach(setScene);

  it('counts the records of an account, also in concurrent requests', async () => {
    const max = LIMITS[name as LimitName];
    await fill(table, max - 2);
    const requests = ['A', 'B', 'C', 'D', 'E'].map((letter) => answerOf(ask(create(scene, letter))));
    const answers = await Promise.all(requests);
    const made = answers.filter(({ status }) => status < 300);
    expect(made).toHaveLength(1);
    expect(answers.filter((answer) => !made.includes(answer))).toEqual(Array(4).fill(conflict));
    const { rows } = await server.context.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${table}" WHERE "accountId" = $1`,
      [scene.owner.accountId],
    );
    expect(rows).toEqual([{ count: max }]);
  });
});

/** Limits that truncate, that count in another way, or that the service applies to itself. */
const behaviours: Partial<Record<LimitName, () => Promise<void>>> = {
  sentTextChars: async () => {
    for (const chars of [LIMITS.sentTextChars, LIMITS.sentTextChars + 1]) {
      const body = { text: '😀'.repeat(chars) };
      expect((await ask({ method: 'POST', path: '/v1/message/send', body })).status).toBe(204);
      const inbox = (await ask({ method: 'GET', path: '/v1/messages?limit=1' })).body as Inbox;
      expect(inbox.items[0]?.text).toBe('😀'.repeat(LIMITS.sentTextChars));
    }
  },
  fileNameChars: async () => {
    for (const chars of [LIMITS.fileNameChars, LIMITS.fileNameChars + 1]) {
      const name = `${'ä'.repeat(chars - 3)}.js`;
      const path = `/v1/devscripts/${scene.records.devscriptId}/files`;
      const file = { name, type: 'application/javascript', text: '1' };
      expect((await ask({ method: 'PUT', path, ...multipart([file]) })).status).toBe(204);
      const { items } = (await ask({ method: 'GET', path })).body as { items: { name: string }[] };
      expect(items.map((item) => countChars(item.name))).toContain(LIMITS.fileNameChars);
    }
  },
  promotionCodes: async () => {
    const path = `/v1/devscripts/${scene.records.devscriptId}/promocode`;
    const create = () => ask({ method: 'POST', path, body: { percentOff: 5 } });
    // One exists already.
    for (let n = 1; n < LIMITS.promotionCodes; n += 1) expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject({ status: 409, body: { code: 1105 } });
  },
  secrets: async () => {
    await fill('Secret', LIMITS.secrets - 1);
    const update = (name: string) =>
      ask({ method: 'PUT', path: `/v1/secrets/${name}`, body: { value: 'a value' } });
    expect(await update('ONE_MORE')).toMatchObject({ status: 409, body: { code: 1105 } });
    expect((await update('N1')).status).toBe(204);
  },
  nextTimes: async () => {
    const answer = await ask({ method: 'GET', path: '/v1/schedules/preview?everyMinutes=1' });
    expect((answer.body as { next: string[] }).next).toHaveLength(LIMITS.nextTimes);
  },
  promotionCodeChars: async () => {
    const path = `/v1/devscripts/${scene.records.devscriptId}/promocode`;
    expect((await make(path, { percentOff: 5 })).code).toHaveLength(LIMITS.promotionCodeChars);
  },
  slugChars: async () => {
    const { slug } = await make(`/v1/devscripts/${scene.records.unpublishedId}/publish`, {});
    expect(slug).toMatch(new RegExp(`^[A-Za-z0-9]{${LIMITS.slugChars}}$`));
  },
  enrolmentKeyChars: async () => {
    expect((await make('/v1/enrolment-keys', {})).key).toHaveLength(LIMITS.enrolmentKeyChars);
  },
  enrolmentKeySeconds: async () => {
    const { createdAt, expiresAt } = await make('/v1/enrolment-keys', {});
    expect(secondsBetween(createdAt, expiresAt)).toBeCloseTo(LIMITS.enrolmentKeySeconds, -1);
  },
  scriptDeliverWithinSeconds: () =>
    expectDeadline(`/v1/scripts/${scene.records.scriptId}/run`, LIMITS.scriptDeliverWithinSeconds),
  executeDeliverWithinSeconds: () =>
    expectDeadline('/v1/scripts/execute', LIMITS.executeDeliverWithinSeconds),
  messageDeliverWithinSeconds: async () => {
    const { deviceId } = scene.records;
    const body = { title: 'a', text: 'b' };
    expect((await ask({ method: 'POST', path: `/v1/devices/${deviceId}/messages`, body })).status).toBe(204);
    const delivery = await server.context.prisma.messageDelivery.findFirstOrThrow({ where: { deviceId } });
    const deadline = delivery.deliverBy.toISOString();
    const now = new Date().toISOString();
    expect(secondsBetween(now, deadline)).toBeCloseTo(LIMITS.messageDeliverWithinSeconds, -2);
  },
  sessionSeconds: async () => {
    const { email } = scene.owner;
    const password = 'a long password';
    expect((await ask({ method: 'PUT', path: '/v1/account', body: { password } })).status).toBe(204);
    const session = await call(server.url, {
      method: 'POST',
      path: '/v1/sessions',
      body: { email, password },
    });
    expect(session.headers['set-cookie']?.[0]).toContain(`Max-Age=${LIMITS.sessionSeconds};`);
  },
  credentialFailuresPerMinute: async () => {
    const limited = await startTestServer({ RATE_LIMIT: '6000' });
    const signIn = (person: number) => {
      const body = { email: `nobody-${person}@example.org`, password: 'wrong' };
      return call(limited.url, { method: 'POST', path: '/v1/sessions', body });
    };
    const statuses: number[] = [];
    for (let n = 0; n <= LIMITS.credentialFailuresPerMinute; n += 1) statuses.push((await signIn(n)).status);
    await limited.close();
    expect(statuses).toEqual([...Array<number>(LIMITS.credentialFailuresPerMinute).fill(401), 429]);
  },
};

interface Inbox {
  items: { text: string }[];
}

/** The default time that a run waits for its device. */
async function expectDeadline(path: string, seconds: number): Promise<void> {
  const body = { code: '1', devices: [{ _id: scene.records.deviceId }] };
  const accepted = await ask({ method: 'POST', path, body });
  const jobId = accepted.headers.location?.split('/').pop();
  const runs = (await ask({ method: 'GET', path: `/v1/runs?jobId=${jobId}` })).body as {
    items: { createdAt: string; deliverBy: string }[];
  };
  expect(runs.items).toHaveLength(1);
  expect(secondsBetween(runs.items[0]?.createdAt, runs.items[0]?.deliverBy)).toBeCloseTo(seconds, -1);
}

function secondsBetween(from = '', to = ''): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

describe.each(Object.entries(behaviours))('the limit %s', (_name, behaviour) => {
  beforeEach(setScene);

  it('is enforced', behaviour, 30_000);
});

describe('LIMITS', () => {
  it('all have an exercise, or name the test that covers them', () => {
    const told = Object.keys({ ...exercises, ...counted, ...behaviours, ...notByHttp });
    expect(told.sort()).toEqual(Object.keys(LIMITS).sort());
  });
});
