import type { Job, Revision, RunResult } from '@drover/contract';
import { createHash } from 'node:crypto';
import { answerOf, invalidAt, notFound } from '../../testing/errors';
import { createDevscript, approve, upload } from '../../testing/test-devscript';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
});

const schema = {
  type: 'object',
  properties: { price: { type: 'number', title: 'Price' } },
  required: ['price'],
};
const other = { type: 'number' };
const hashOf = (value: object) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const read = async <Body>(path: string) => (await owner.as.get(path).expect(200)).body as Body;
const startJob = async (scriptId: string) =>
  (
    await owner.as
      .post('/v1/jobs')
      .send({ scriptId, devices: [{ _id: device._id }] })
      .expect(201)
  ).body as Job;

/** Ends the run of a job with each of the results. */
async function runWith(scriptId: string, result: unknown): Promise<Job & { runId: string }> {
  const link = await device.connect();
  const job = await startJob(scriptId);
  const { runId } = await link.start();
  await link.finish(runId, { result });
  await link.close();
  return { ...job, runId };
}

describe('GET /v1/devscripts/:devscriptId/files/schema', () => {
  it('returns the schema as it was uploaded, and keeps it when other files change', async () => {
    const { _id } = await createDevscript(owner, { schema });
    await upload(owner, _id, { code: '2' });
    expect(await read(`/v1/devscripts/${_id}/files/schema`)).toEqual(schema);
    const { items } = await read<{ items: object[] }>(`/v1/devscripts/${_id}/files`);
    expect(items).toMatchObject([{ kind: 'code' }, { kind: 'schema', sha256: hashOf(schema) }]);
  });

  it('returns 404 without a schema', async () => {
    const { _id } = await createDevscript(owner);
    expect(await answerOf(owner.as.get(`/v1/devscripts/${_id}/files/schema`))).toEqual(notFound);
  });

  it.each([
    ['{', 'data'],
    ['[]', 'data'],
    ['{"properties":{"a":{"pattern":"(a+)+$"}}}', 'data.properties.a.pattern'],
    ['{"$ref":"http://127.0.0.1/"}', 'data.$ref'],
  ])('refuses %s', async (text, path) => {
    const { _id } = await createDevscript(owner);
    const request = owner.as
      .put(`/v1/devscripts/${_id}/files`)
      .attach('data', Buffer.from(text), { filename: 'a.schema.json', contentType: 'application/json' });
    expect(await answerOf(request)).toEqual(invalidAt(path));
  });
});

describe('GET /v1/devscripts/:devscriptId/revisions/:revisionId/files/schema', () => {
  it('returns the schema of a revision, which restoring brings back', async () => {
    const { _id } = await createDevscript(owner, { schema });
    await upload(owner, _id, { schema: other });
    const path = `/v1/devscripts/${_id}/revisions`;
    const [newest, first] = (await read<{ items: Revision[] }>(path)).items;
    expect(newest.schema).toMatchObject({ name: 'result.schema.json', sha256: hashOf(other) });
    expect(await read(`${path}/${first._id}/files/schema`)).toEqual(schema);
    await owner.as.post(`${path}/${first._id}/restore`).expect(201);
    expect(await read(`/v1/devscripts/${_id}/files/schema`)).toEqual(schema);
  });
});

describe('GET /v1/scripts/:scriptId/files/schema', () => {
  it('returns the schema of the newest version, and a new schema makes a new version', async () => {
    const { _id } = await createDevscript(owner, { schema });
    await approve(server, owner, _id);
    const { body: script } = await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(201);
    expect(await read(`/v1/scripts/${script._id}/files/schema`)).toEqual(schema);
    await upload(owner, _id, { schema: other });
    await approve(server, owner, _id);
    const { body: next } = await owner.as.post(`/v1/devscripts/${_id}/publish`).expect(201);
    expect(next).toMatchObject({ _id: script._id, version: '1.0.1' });
    expect(await read(`/v1/scripts/${script._id}/files/schema`)).toEqual(other);
    const { _id: jobId } = await startJob(script._id as string);
    expect(await read(`/v1/jobs/${jobId}/result-schema`)).toEqual(other);
  });
});

describe('GET /v1/jobs/:jobId/result-schema', () => {
  it('returns the schema that the script had when the job was created', async () => {
    const { _id } = await createDevscript(owner, { schema });
    const { _id: jobId, schemaSha256, runId } = await runWith(_id, { price: '5' });
    await upload(owner, _id, { schema: other });
    expect(schemaSha256).toBe(hashOf(schema));
    expect(await read(`/v1/jobs/${jobId}/result-schema`)).toEqual(schema);
    expect(await read(`/v1/runs/${runId}/result`)).toMatchObject({ schemaProblem: 'price must be a number' });
    const rerun = (code: string) => owner.as.post(`/v1/jobs/${jobId}/rerun`).send({ which: 'all', code });
    expect((await rerun('same').expect(201)).body).toMatchObject({ schemaSha256 });
    expect((await rerun('current').expect(201)).body).toMatchObject({ schemaSha256: hashOf(other) });
  });

  it('returns 404 for a job without a schema, and for one of another account', async () => {
    const { _id } = await createDevscript(owner);
    const { _id: jobId } = await startJob(_id);
    expect(await answerOf(owner.as.get(`/v1/jobs/${jobId}/result-schema`))).toEqual(notFound);
    await upload(owner, _id, { schema });
    const { _id: withSchema } = await startJob(_id);
    const { as } = await server.createAccount();
    expect(await answerOf(as.get(`/v1/jobs/${withSchema}/result-schema`))).toEqual(notFound);
  });
});

describe('a result that does not match the schema', () => {
  it('is kept and marked, and its run ends as reported', async () => {
    const { _id } = await createDevscript(owner, { schema });
    const { runId } = await runWith(_id, { price: 'a lot' });
    await runWith(_id, { price: 5 });
    expect(await read(`/v1/runs/${runId}`)).toMatchObject({ state: 'succeeded', hasResult: true });
    expect((await read<{ items: RunResult[] }>(`/v1/results?scriptId=${_id}`)).items).toMatchObject([
      { value: { price: 5 }, schemaProblem: null },
      { value: { price: 'a lot' }, problem: null, schemaProblem: 'price must be a number' },
    ]);
  });

  it('is shown without a mark after the schema was deleted', async () => {
    const { _id } = await createDevscript(owner, { schema: { ...schema, title: uniqueTitle } });
    const { _id: jobId, runId, schemaSha256 } = await runWith(_id, 1);
    await server.context.prisma.content.delete({ where: { sha256: schemaSha256 ?? '' } });
    expect(await read(`/v1/runs/${runId}/result`)).toMatchObject({ value: 1, schemaProblem: null });
    expect(await answerOf(owner.as.get(`/v1/jobs/${jobId}/result-schema`))).toEqual(notFound);
  });
});

/** A title that no other schema of the specs has. */
const uniqueTitle = 'deleted in this spec';
