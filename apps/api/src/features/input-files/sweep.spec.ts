import { LIMITS, type FileReference } from '@drover/contract';
import { beginUpload, uploadInputFile } from '../../testing/test-input-files';
import { execute } from '../../testing/test-jobs';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { sweepInputFiles } from './sweep';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
});

const files = () => server.context.prisma.inputFile.findMany({ where: { accountId: owner.accountId } });

/** Pretends that nothing has used the files for so long, then sweeps. Returns the names of those that are left. */
async function sweepAfter(seconds: number): Promise<string[]> {
  const usedAt = new Date(Date.now() - seconds * 1000);
  await server.context.prisma.inputFile.updateMany({
    where: { accountId: owner.accountId },
    data: { usedAt },
  });
  await sweepInputFiles(server.context);
  return (await files()).map(({ name }) => name).sort();
}

it('deletes files that nothing has used for long', async () => {
  await uploadInputFile(owner, Buffer.from('unused'), 'unused.txt');
  expect(await sweepAfter(LIMITS.unusedInputFileSeconds - 60)).toEqual(['unused.txt']);
  expect(await sweepAfter(LIMITS.unusedInputFileSeconds + 60)).toEqual([]);
});

it('deletes uploads that nobody continues for two days', async () => {
  await beginUpload(owner, Buffer.from('half'), 'half.txt');
  expect(await sweepAfter(47 * 3600)).toEqual(['half.txt']);
  expect(await sweepAfter(49 * 3600)).toEqual([]);
});

it('keeps files that a preset, a schedule or saved values refer to, and those of new jobs', async () => {
  const upload = (name: string): Promise<FileReference> => uploadInputFile(owner, Buffer.from(name), name);
  const request = async (name: string) => ({
    ...{ code: '1', selector: { all: true } },
    vars: { list: await upload(name) },
  });
  await owner.as
    .post('/v1/presets')
    .send({ name: 'A', ...(await request('preset')) })
    .expect(201);
  await owner.as
    .post('/v1/schedules')
    .send({ name: 'A', when: { everyMinutes: 60 }, job: await request('schedule') })
    .expect(201);
  const { _id } = (await owner.as.post('/v1/devscripts').send({}).expect(201)).body as { _id: string };
  await owner.as
    .put(`/v1/devscripts/${_id}/values`)
    .send({ list: await upload('values') })
    .expect(204);
  await upload('unused');
  expect(await sweepAfter(LIMITS.unusedInputFileSeconds + 60)).toEqual(['preset', 'schedule', 'values']);

  const list = await upload('job');
  const old = new Date(Date.now() - (LIMITS.unusedInputFileSeconds + 60) * 1000);
  await server.context.prisma.inputFile.updateMany({ where: { name: 'job' }, data: { usedAt: old } });
  await execute(owner, [await createDevice(server, owner)], { vars: { list } });
  await sweepInputFiles(server.context);
  expect((await files()).map(({ name }) => name)).toContain('job');
});
