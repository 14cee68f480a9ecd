import { RunOrder } from '@drover/contract';
import { newId } from '../database/ids';
import { createOrderWriter } from './order-writer';
import type { DeliverableJob } from './orders';

const sha256 = '0'.repeat(64);

function jobWith(changes: Partial<DeliverableJob['order']>, secretNames: string[] = []): DeliverableJob {
  const order = {
    scriptId: null,
    name: 'job',
    sha256,
    size: 1,
    code: '1',
    env: { APP_ENV: 'production' },
    ...changes,
  };
  return { order, accountId: newId(), secretNames };
}

const code = 'const text = "\\"};\u2028";\n// "env":{';

describe('the JSON of an order', () => {
  it.each([
    ['a small job', jobWith({})],
    ['code with quotes and braces', jobWith({ code, size: code.length })],
    ['code that is not in the frame', jobWith({ code: undefined, size: 1_000_000 })],
    ['an empty environment', jobWith({ env: {} })],
    ['an environment that names another device', jobWith({ env: { ROBOT_ID: 'other', A: '"}' } })],
    [
      'secrets, a plan and a timeout',
      jobWith({ timeoutMs: 1000, plan: { name: 'p', model: 'free', onFreeTrial: false } }, ['A']),
    ],
    ['a long environment', jobWith({ env: { A: '\u00e9'.repeat(70_000), B: '"' } })],
    ['an update', jobWith({ code: undefined, isUpdate: true })],
  ])('is that of the frame: %s', (_name, job) => {
    const write = createOrderWriter(job);
    const runs = [1, 2].map(() => ({
      id: newId(),
      jobId: newId(),
      variant: null,
      deviceId: newId(),
      robotName: 'a "name" \u{1F600}',
    }));
    for (const run of runs) {
      const order = write(run);
      const text = order.toJson();
      const json = typeof text === 'string' ? text : Buffer.concat(text).toString();
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(order.toFrame())));
      expect(RunOrder.parse(JSON.parse(json))).toMatchObject({
        ...{ type: 'run', runId: run.id, jobId: run.jobId, robotName: run.robotName },
        env: { ...job.order.env, ROBOT_ID: run.deviceId },
      });
    }
  });

  it('shares the buffers of a long one among the runs of a job', () => {
    const write = createOrderWriter(jobWith({ code: 'a'.repeat(60_000), env: { A: 'b'.repeat(10_000) } }));
    const [first, second] = ['first', 'second'].map((deviceId) =>
      write({ id: newId(), jobId: newId(), variant: null, deviceId, robotName: '' }).toJson(),
    );
    expect(first[1]).toBe(second[1]);
    expect(first[3]).toBe(second[3]);
    expect(Buffer.concat(first as Buffer[]).length).toBeGreaterThan(70_000);
  });
});
