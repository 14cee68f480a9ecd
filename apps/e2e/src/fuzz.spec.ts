import { eventually, Installation } from '@drover/test-installation';
import { randomInt } from 'node:crypto';
import { FakeDevice } from './testing/fake-device';
import { measureBystander } from './testing/fuzz/bystander';
import {
  FuzzedSocket,
  fuzzedLinkFrames,
  fuzzedPhoneFrames,
  openLink,
  openPhone,
} from './testing/fuzz/frames';
import { fuzzedRequests, sendOverWire } from './testing/fuzz/requests';
import { draw, type KnownValues } from './testing/fuzz/values';

/** Requests, link frames and phone frames each. `npm run faults -- 50000 fuzz` sets a larger number. */
const count = Number(process.env.FAULT_RUNS ?? 1_000);

/** The same cases every time in `npm test`, and others each time in a longer test. FUZZ_SEED repeats a test. */
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FAULT_RUNS ? randomInt(2 ** 30) : 20_261_122));

const timeoutMs = 120_000 + count * 100;

/** Requests at the same time. */
const callers = 4;

/** Frames before the test connects as another phone: a key adds one phone. */
const framesPerPhone = 50;

let installation: Installation;
let device: FakeDevice;
let known: KnownValues;

beforeAll(async () => {
  installation = await Installation.start({ env: { RATE_LIMIT: '0', DROVER_WEBHOOK_PRIVATE: 'allow' } });
  const { drover } = installation;
  device = await FakeDevice.enrol(installation);
  const { _id: scriptId } = await drover.devscripts.create({ name: 'fuzz' });
  await drover.devscripts.uploadFiles(scriptId, { code: 'console.log(1)' });
  const { jobId } = await drover.devscripts.run(scriptId, { devices: [device.device] });
  const { _id: runId } = await installation.getRun(jobId);
  const { _id: webhookId } = await drover.webhooks.create({ url: 'http://127.0.0.1:9/', events: 'all' });
  const request = { scriptId, devices: [device.device] };
  const { _id: presetId } = await drover.presets.create({ ...request, name: 'fuzz' });
  const { _id: scheduleId } = await drover.schedules.create({
    name: 'fuzz',
    job: request,
    when: { everyMinutes: 60 },
  });
  const { _id: groupId } = await drover.deviceGroups.create({ name: 'fuzz', rule: { all: true } });
  const named = { devscriptId: scriptId, scriptId, jobId, runId, webhookId, presetId, scheduleId, groupId };
  known = { ...named, deviceId: device.device._id, robotId: device.device._id, secretName: 'A' };
  console.info(`fuzz: the seed is ${seed}. Repeat it with FUZZ_SEED=${seed}.`);
});
afterAll(() => installation?.close());

/** Runs a test beside a bystander, and expects the server to have survived it. */
async function survive<Result>(what: string, test: () => Promise<Result>): Promise<Result> {
  const { pid } = installation.server;
  const caller = { url: installation.url, token: installation.token };
  const { result, p99Ms, requests } = await measureBystander(caller, test);
  console.info(
    `fuzz: ${count} ${what}, seed ${seed}: ${requests} requests of a bystander, p99 ${p99Ms.toFixed(0)} ms`,
  );
  expect(installation.server.process.exitCode).toBeNull();
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect(p99Ms).toBeLessThan(Infinity);
  expect(installation.server.output).not.toMatch(/"level":(50|60)/);
  return result;
}

describe('fuzz', () => {
  it(
    'answers no request with a server error',
    async () => {
      // A test must not delete what it uses, nor sign out, nor ask for approval of what it runs later.
      const isHarmless = ({ method, path }: { method: string; path: string }) =>
        !path.startsWith('/v1/approvals/rules') &&
        (method !== 'DELETE' || !Object.values(known).some((id) => path.split('?')[0].endsWith(`/${id}`)));
      const requests = draw(fuzzedRequests(installation.token, known).filter(isHarmless), seed, count);
      const errors: unknown[] = [];
      const statuses = new Map<number, number>();
      const call = async () => {
        for (const request of requests) {
          const { status, text } = await sendOverWire(installation.url, request);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const { method, path, body = '' } = request;
          if (status >= 500)
            errors.push({ status, text, method, path: path.slice(0, 300), body: body.slice(0, 300) });
        }
      };
      await survive('requests', () => Promise.all(Array.from({ length: callers }, call)));
      console.info('fuzz: statuses', Object.fromEntries(statuses));
      expect(errors.slice(0, 5)).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'reads any frames of a device, which then works as before',
    async () => {
      const socket = new FuzzedSocket(() => openLink(installation.url, device.token, [known.runId]));
      await survive('link frames', async () => {
        for (const frame of draw(fuzzedLinkFrames(known), seed, count)) await socket.send(frame);
        await socket.end();
      });
      console.info('fuzz: close codes', Object.fromEntries(socket.closes));

      const link = await device.connect(installation.url);
      const { jobId } = await installation.drover.scripts.execute({ code: '1', devices: [device.device] });
      const { _id: runId } = await installation.getRun(jobId);
      const at = Date.now();
      link.send({ type: 'accepted', n: 1, runId });
      link.send({ type: 'started', n: 2, runId, at });
      link.send({ type: 'log', n: 3, runId, lines: [{ seq: 1, at, level: 'info', text: 'works' }] });
      link.send({ type: 'finished', n: 4, runId, at, state: 'succeeded', exitCode: 0 });
      const run = await installation.waitForRun(jobId, ['succeeded']);
      expect(await installation.readLog(run)).toEqual(['works']);
      link.close();
    },
    timeoutMs,
  );

  it(
    'reads any frames of a stock phone, and admits the next one',
    async () => {
      const open = async (name: string) => openPhone(installation.url, await installation.createKey(), name);
      const openFuzzed = () => new FuzzedSocket(() => open('Fuzzed Phone'));
      let socket = openFuzzed();
      await survive('phone frames', async () => {
        let sent = 0;
        for (const frame of draw(fuzzedPhoneFrames(known), seed, count)) {
          await socket.send(frame);
          if (++sent % framesPerPhone !== 0) continue;
          await socket.end();
          socket = openFuzzed();
        }
        await socket.end();
      });
      const fresh = await open('Fresh Phone');
      const { items } = await eventually(
        () => installation.drover.devices.list({ brand: 'Fresh' }),
        ({ count: phones }) => phones > 0,
      );
      expect(items).toMatchObject([{ brand: 'Fresh', model: 'Phone' }]);
      fresh.terminate();
      await socket.end();
    },
    timeoutMs,
  );
});
