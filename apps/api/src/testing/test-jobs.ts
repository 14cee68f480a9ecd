import type { CreateJob, Job, Run } from '@drover/contract';
import { createDevice, type TestDevice } from './test-device';
import { createDevscript } from './test-devscript';
import type { TestAccount, TestServer } from './test-server';

/** Creates and reads jobs of one script. */
export interface TestJobs {
  /** Runs on all devices, unless the request names others. Code in the request replaces the script. */
  start: (request?: Partial<CreateJob>) => Promise<Job>;
  read: (jobId: string) => Promise<Job>;
  /** The runs of a job, oldest first. */
  runsOf: (jobId: string) => Promise<Run[]>;
}

/** Runs code on devices with `POST /v1/scripts/execute`. Returns the ID of the job. */
export async function execute(
  { as }: TestAccount,
  devices: { _id: string }[],
  request: object = {},
): Promise<string> {
  const body = { code: '1', devices: devices.map(({ _id }) => ({ _id })), ...request };
  const { headers } = await as.post('/v1/scripts/execute').send(body).expect(204);
  return headers.location.split('/').pop() as string;
}

/** Creates an account with a script and a number of devices. */
export async function createFleet(
  server: TestServer,
  size: number,
): Promise<{ owner: TestAccount; devices: TestDevice[]; scriptId: string; jobs: TestJobs }> {
  const owner = await server.createAccount();
  const devices = await Promise.all(Array.from({ length: size }, () => createDevice(server, owner)));
  const { _id: scriptId } = await createDevscript(owner, { code: 'one()' });
  return { owner, devices, scriptId, jobs: jobsOf(owner, scriptId) };
}

function jobsOf({ as }: TestAccount, scriptId: string): TestJobs {
  return {
    async start(request = {}) {
      const runs = request.code === undefined ? { scriptId } : {};
      const on = request.devices === undefined ? { selector: { all: true } } : {};
      const body = { ...runs, ...on, ...request };
      return (await as.post('/v1/jobs').send(body).expect(201)).body as Job;
    },
    read: async (jobId) => (await as.get(`/v1/jobs/${jobId}`).expect(200)).body as Job,
    async runsOf(jobId) {
      const answer = await as.get(`/v1/runs?jobId=${jobId}`).expect(200);
      return (answer.body as { items: Run[] }).items.reverse();
    },
  };
}
