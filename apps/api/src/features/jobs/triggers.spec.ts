import type { Job } from '@drover/contract';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { createDevice } from '../../testing/test-device';

let server: TestServer;
let owner: TestAccount;
let request: { code: string; devices: { _id: string }[] };

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  request = { code: 'log(1)', devices: [{ _id: (await createDevice(server, owner))._id }] };
});
afterAll(() => server.close());

async function create(path: string, body: object = {}): Promise<Job> {
  return (await owner.as.post(path).send(body).expect(201)).body;
}

describe('the trigger of a job', () => {
  it('is what started it, and a filter of GET /v1/jobs', async () => {
    const preset = await create('/v1/presets', { name: 'Nightly', ...request });
    const schedule = await create('/v1/schedules', {
      name: 'Hourly',
      when: { everyMinutes: 60 },
      job: request,
    });
    const byToken = await create('/v1/jobs', request);
    const byPreset = await create(`/v1/presets/${preset._id}/run`);
    const bySchedule = await create(`/v1/schedules/${schedule._id}/run`);
    const byRerun = await create(`/v1/jobs/${byToken._id}/rerun`, { which: 'all' });
    const { body: tokens } = await owner.as.get('/v1/tokens');
    expect(byToken.trigger).toEqual({ kind: 'token', id: tokens.items[0]._id, name: 'test' });
    expect(byPreset.trigger).toEqual({ kind: 'preset', id: preset._id, name: 'Nightly' });
    expect(bySchedule.trigger).toEqual({ kind: 'schedule', id: schedule._id, name: 'Hourly' });
    expect(byRerun.trigger).toEqual({ kind: 'rerun', id: byToken._id, name: 'execute' });

    const find = async (query: string) =>
      (await owner.as.get(`/v1/jobs?${query}`).expect(200)).body.items.map(({ _id }: Job) => _id);
    expect(await find('trigger=preset')).toEqual([byPreset._id]);
    expect(await find('trigger=rerun&kind=execute')).toEqual([byRerun._id]);
    expect(await find(`triggerId=${schedule._id}`)).toEqual([bySchedule._id]);
    expect(await find(`triggerId=${schedule._id}&trigger=token`)).toEqual([]);
    expect(await find('trigger=person')).toEqual([]);
    expect(await find('createdBefore=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await find('createdAfter=2020-01-01T00:00:00Z')).toHaveLength(4);
    await owner.as.get('/v1/jobs?trigger=robot').expect(422);

    await owner.as.delete(`/v1/presets/${preset._id}`).expect(204);
    const { body: later } = await owner.as.get(`/v1/jobs/${byPreset._id}`);
    expect(later.trigger).toEqual({ kind: 'preset', id: preset._id, name: null });
  });

  it('is the person for a job that the console starts', async () => {
    const session = await owner.createToken({});
    await server.context.pool.query(
      `UPDATE "AccessToken" SET kind = 'session', "personId" = $1 WHERE "accountId" = $1 AND id = (
         SELECT max(id) FROM "AccessToken" WHERE "accountId" = $1)`,
      [owner.accountId],
    );
    const { body } = await server
      .request()
      .post('/v1/jobs')
      .set({ Cookie: `drover_session=${session}`, Origin: server.url })
      .send(request)
      .expect(201);
    expect(body.trigger).toEqual({ kind: 'person', id: owner.accountId, name: 'Test' });
  });
});
