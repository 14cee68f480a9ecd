import { LIMITS, type Job } from '@drover/contract';
import { answerOf, invalidAt } from '../../testing/errors';
import { beginUpload, uploadInputFile } from '../../testing/test-input-files';
import { createFleet } from '../../testing/test-jobs';
import type { TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let devices: TestDevice[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, devices } = await createFleet(server, 1));
});

const request = (vars: object) => ({ code: '1', selector: { all: true }, vars });
const start = (vars: object) => answerOf(owner.as.post('/v1/jobs').send(request(vars)));
const missing = { $file: '0'.repeat(64), name: 'gone.csv' };

describe('variables that are input files', () => {
  it('are sent to the device as references, and kept by the job and its re-runs', async () => {
    const list = await uploadInputFile(owner, Buffer.from('a,b'));
    const { body } = await start({ list });
    expect(body).toMatchObject({ vars: { list } });
    const link = await devices[0].connect();
    expect(await link.next('run')).toMatchObject({ env: { list } });
    await link.close();
    const rerun = await owner.as
      .post(`/v1/jobs/${(body as Job)._id}/rerun`)
      .send({ which: 'all' })
      .expect(201);
    expect(rerun.body).toMatchObject({ vars: { list } });
  });

  it('must be uploaded completely', async () => {
    const { sha256 } = await beginUpload(owner, Buffer.from('half'));
    expect(await start({ list: { $file: sha256 } })).toEqual(invalidAt('vars.list'));
    const answer = await start({ list: missing });
    expect(answer).toEqual(invalidAt('vars.list'));
    expect((answer.body as { message: string }).message).toContain('"gone.csv" was not uploaded');
    const stranger = await server.createAccount();
    const list = await uploadInputFile(stranger, Buffer.from('of somebody else'));
    expect(await start({ list })).toEqual(invalidAt('vars.list'));
  });

  it.each([
    ['another value', { list: { $file: 1 } }, 'vars.list'],
    ['more than a reference', { list: { ...missing, size: 1 } }, 'vars.list'],
    ['a file in an object', { lists: { first: missing } }, 'vars.lists.first'],
    ['a file in an array', { lists: [missing] }, 'vars.lists.0'],
  ])('cannot be %s', async (_what, vars, path) => {
    expect(await start(vars)).toEqual(invalidAt(path));
  });

  it('are at most so many', async () => {
    const vars = async (count: number) => {
      const contents = Array.from({ length: count }, (_, n) => Buffer.from(`content ${n}`));
      const files = await Promise.all(contents.map((content) => uploadInputFile(owner, content)));
      return Object.fromEntries(files.map((file, n) => [`file${n}`, file]));
    };
    expect(await start(await vars(LIMITS.jobInputFiles))).toMatchObject({ status: 201 });
    expect(await start(await vars(LIMITS.jobInputFiles + 1))).toEqual(invalidAt('vars'));
  });

  it('are checked by presets and schedules, and a deleted one fails their next job', async () => {
    const list = await uploadInputFile(owner, Buffer.from('preset'));
    const create = (vars: object) => owner.as.post('/v1/presets').send({ name: 'A', ...request(vars) });
    expect(await answerOf(create({ list: missing }))).toEqual(invalidAt('vars.list'));
    const { _id } = (await create({ list }).expect(201)).body as { _id: string };
    await owner.as.post(`/v1/presets/${_id}/run`).expect(201);
    const schedule = (vars: object) =>
      owner.as.post('/v1/schedules').send({ name: 'A', when: { everyMinutes: 60 }, job: request(vars) });
    expect(await answerOf(schedule({ list: missing }))).toEqual(invalidAt('job.vars.list'));
    await schedule({ list }).expect(201);
    await server.context.prisma.inputFile.deleteMany({ where: { accountId: owner.accountId } });
    expect(await answerOf(owner.as.post(`/v1/presets/${_id}/run`))).toEqual(invalidAt('vars.list'));
  });
});
