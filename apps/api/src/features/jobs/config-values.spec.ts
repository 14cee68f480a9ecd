import { createDevice, type TestDevice } from '../../testing/test-device';
import { createDevscript, upload } from '../../testing/test-devscript';
import { eventually } from '../../testing/eventually';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let scriptId: string;
const config = [
  { name: 'city', label: 'City', validation: 'required', 'validation-name': '城市' },
  { name: 'rounds', type: 'number', validation: 'min:3|max:5' },
];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  scriptId = (await createDevscript(owner, { config }))._id;
});

const target = () => ({ scriptId, devices: [{ _id: device._id }] });
const countJobs = () => server.context.prisma.job.count({ where: { accountId: owner.accountId } });
const errors = (prefix = '') => [
  { path: `${prefix}vars.city`, message: '城市 is required' },
  { path: `${prefix}vars.rounds`, message: 'rounds must be at least 3' },
];
const vars = { rounds: '2' };

describe('requests with values that break the rules of the configuration', () => {
  it('POST /v1/jobs refuses them, and stores nothing', async () => {
    const { body } = await owner.as
      .post('/v1/jobs')
      .send({ ...target(), vars })
      .expect(422);
    expect(body).toMatchObject({ code: 1102, errors: errors() });
    expect(await countJobs()).toBe(0);
    await owner.as
      .post('/v1/jobs')
      .send({ ...target(), vars: { city: 'x', rounds: 4 } })
      .expect(201);
  });

  it('POST /v1/jobs checks times, bounds given as text and patterns, and gives links no value', async () => {
    const items = [
      { name: 'at', type: 'time' },
      { name: 'level', type: 'range', min: '0.5', max: '3', step: '0.5' },
      { name: 'code', validation: [['matches', '/^[A-Z]+$/']] },
      { type: 'link', name: 'guide', label: 'Guide', value: 'https://example.org' },
    ];
    const other = (await createDevscript(owner, { config: items }))._id;
    const send = (values: object) =>
      owner.as.post('/v1/jobs').send({ ...target(), scriptId: other, vars: values });
    const { body } = await send({ at: '24:00', level: 0.4, code: 'a' }).expect(422);
    expect(body).toMatchObject({
      errors: [
        { path: 'vars.at', message: 'at must be a time such as 09:00' },
        { path: 'vars.level', message: 'level must be at least 0.5' },
        { path: 'vars.code', message: 'code does not have the required format' },
      ],
    });
    const good = { at: '09:30', level: 2.5, code: 'AB' };
    const { _id } = (await send(good).expect(201)).body as { _id: string };
    const job = await server.context.prisma.job.findUniqueOrThrow({ where: { id: _id } });
    expect(job.env).toEqual(good);
  });

  it('POST /v1/jobs takes them with skipValidation', async () => {
    await owner.as
      .post('/v1/jobs')
      .send({ ...target(), vars, skipValidation: true })
      .expect(201);
  });

  it('POST /v1/jobs counts defaults, saved values and secrets', async () => {
    await owner.as.put(`/v1/devscripts/${scriptId}/values`).send({ city: 'saved' }).expect(204);
    await owner.as.post('/v1/jobs').send(target()).expect(201);
  });

  it('presets refuse them', async () => {
    const preset = { name: 'p', ...target(), vars };
    const { body } = await owner.as.post('/v1/presets').send(preset).expect(422);
    expect(body).toMatchObject({ errors: errors() });
    await owner.as
      .post('/v1/presets')
      .send({ ...preset, skipValidation: true })
      .expect(201);
  });

  it('schedules refuse them, and say so in their history when the rules came later', async () => {
    const other = (await createDevscript(owner))._id;
    const job = { ...target(), scriptId: other };
    const at = new Date(Date.now() + 1500).toISOString();
    const refused = await owner.as
      .post('/v1/schedules')
      .send({ name: 's', when: { at }, job: target() })
      .expect(422);
    expect(refused.body).toMatchObject({ errors: [{ path: 'job.vars.city' }] });
    const { body } = await owner.as.post('/v1/schedules').send({ name: 's', when: { at }, job }).expect(201);
    await upload(owner, other, { config });
    await eventually(async () => {
      const { _id } = body as { _id: string };
      const history = await owner.as.get(`/v1/schedules/${_id}/occurrences`).expect(200);
      expect(history.body.items).toMatchObject([
        { state: 'failed', reason: expect.stringContaining('城市 is required') },
      ]);
    });
  });

  it('the documented run route takes them, and the log begins with a warning', async () => {
    const { headers } = await owner.as
      .post(`/v1/devscripts/${scriptId}/run`)
      .send({ devices: [{ _id: device._id }], vars })
      .expect(204);
    const link = await device.connect();
    const { runId } = await link.start();
    const line = { seq: 1, at: Date.now(), level: 'info', text: 'from the script' } as const;
    await link.report({ type: 'log', runId, lines: [line] });
    expect(headers.location).toMatch(/^\/v1\/jobs\//);
    await eventually(async () => {
      const { body } = await owner.as.get(`/v1/runs/${runId}/logs`).expect(200);
      expect(body).toMatchObject({
        items: [
          { seq: 1, level: 'warn', text: '城市 is required; rounds must be at least 3' },
          { seq: 2, level: 'info', text: 'from the script' },
        ],
        lastSeq: 2,
      });
    });
    await link.close();
  });
});
