import type { TestAccount, TestServer } from '../testing/test-server';
import { multipart, type Call } from './call';
import type { Records } from './records';

/** The caller of a request, and its records. */
export interface Scene {
  server: TestServer;
  owner: TestAccount;
  records: Records;
}

/** A request that reaches a limit. It succeeds with the maximum (or minimum) and is refused with one more (or less). */
export interface Exercise {
  request: (scene: Scene, amount: number) => Call;
  /** The first refused value of a minimum. */
  beyond?: number;
  /** Status of the refusal, 422 by default. */
  refusal?: number;
}

/** Text of a number of code points that have two UTF-16 code units each. */
export const text = (chars: number) => '😀'.repeat(chars);

export const put = (path: string, body: unknown): Call => ({ method: 'PUT', path, body });
export const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body });
export const get = (path: string): Call => ({ method: 'GET', path });

/** Replaces a record. The body is padded to so many bytes. */
export const paddedJson = (
  refusal: number,
  request: (records: Records) => [path: string, body: object],
): Exercise => ({
  request: ({ records }, amount) => {
    const [path, body] = request(records);
    const headers = { 'Content-Type': 'application/json' };
    return { method: 'PUT', path, headers, body: JSON.stringify(body).padEnd(amount) };
  },
  refusal,
});

export const updateDevice = (body: (amount: number) => object): Exercise => ({
  request: ({ records }, amount) => put(`/v1/devices/${records.deviceId}`, body(amount)),
});

export const sendMessage = (body: (amount: number) => object): Exercise => ({
  request: ({ records }, amount) =>
    post(`/v1/devices/${records.deviceId}/messages`, { title: 'a', text: 'b', ...body(amount) }),
});

export const enrol = (labels: (amount: number) => object): Exercise => ({
  request: ({ records }, amount) =>
    post('/v1/enrolments', {
      key: records.enrolmentKey,
      brand: '',
      model: '',
      platform: '',
      appVersion: '',
      ...labels(amount),
    }),
});

export const execute = (fields: (amount: number) => object): Exercise => ({
  request: ({ records }, amount) =>
    post('/v1/scripts/execute', { code: '1', devices: [{ _id: records.deviceId }], ...fields(amount) }),
});

export const createJob = (fields: (amount: number) => object): Exercise => ({
  request: ({ records }, amount) =>
    post('/v1/jobs', { code: '1', devices: [{ _id: records.deviceId }], ...fields(amount) }),
});

export const createInputFile = (fields: (amount: number) => object): Exercise => ({
  request: (_scene, amount) =>
    post('/v1/input-files', { name: 'a', size: 1, sha256: '0'.repeat(64), ...fields(amount) }),
});

export const upload = (
  files: (amount: number) => Parameters<typeof multipart>[0],
  refusal?: number,
): Exercise => ({
  request: ({ records }, amount) => ({
    method: 'PUT',
    path: `/v1/devscripts/${records.devscriptId}/files`,
    ...multipart(files(amount)),
  }),
  refusal,
});

export const code = (text: string | Buffer) => ({ name: 'code.js', type: 'application/javascript', text });
export const config = (text: string) => ({ name: 'config.json', type: 'application/json', text });

export const schema = (text: string) => ({
  name: 'result.schema.json',
  type: 'application/schema+json',
  text,
});

export const updatePricing = (fields: (amount: number) => object): Exercise => ({
  request: ({ records }, amount) =>
    put(`/v1/devscripts/${records.devscriptId}/pricing`, {
      plan: 'monthly',
      price: 100,
      currency: 'EUR',
      ...fields(amount),
    }),
});

export const discount = (beyond: number): Exercise => ({
  request: ({ records }, percentOff) =>
    post(`/v1/devscripts/${records.devscriptId}/promocode`, { percentOff }),
  beyond,
});

export const updateAccount = (change: (amount: number) => object, beyond?: number): Exercise => ({
  request: (_scene, amount) => put('/v1/account', change(amount)),
  beyond,
});

export const createKey = (fields: (amount: number) => object): Exercise => ({
  request: (_scene, amount) => post('/v1/enrolment-keys', fields(amount)),
});

export const createSchedule = (fields: (amount: number) => object, beyond?: number): Exercise => ({
  request: (_scene, amount) => post('/v1/schedules', { ...scheduleOf('a'), ...fields(amount) }),
  beyond,
});

export const scheduleOf = (name: string) => ({
  name,
  when: { everyMinutes: 60 },
  job: { code: '1', selector: { all: true } },
});

/** A cron expression of a given length. */
export const cron = (chars: number) => '0 9 * * *'.replace(' ', ' '.repeat(chars - '0 9 * *'.length - 1));

export const createWebhook = (fields: (amount: number) => object): Exercise => ({
  request: ({ records }, amount) =>
    post('/v1/webhooks', { url: records.webhookUrl, events: ['schedule.missed'], ...fields(amount) }),
});

/** An object whose JSON has a given number of bytes. */
export const vars = (bytes: number) => ({ v: 'x'.repeat(bytes - '{"v":""}'.length) });
