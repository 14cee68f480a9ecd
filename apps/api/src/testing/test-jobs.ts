import type { CreateJob, Job, Run } from '@drover/contract';
import { createDevice, type TestDevice } from './test-device';
import { createDevscript } from './test-devscript';
import type { TestAccount, TestServer } from './test-server';

/** The jobs of one script, as their account asks for them and reads them. */
export interface TestJobs {
  /** On all devices, unless the request names others; with its own code, where it brings some. */
  start: (request?: Partial<CreateJob>) => Promise<Job>;
  read: (jobId: string) => Promise<Job>;
  /** The runs of a job, oldest first. */
  runsOf: (jobId: string) => Promise<Run[]>;
}

/** Runs a script on devices right away, by `POST /v1/scripts/execute`; gives the id of the job. */
export async function execute(
  { as }: TestAccount,
  devices: { _id: string }[],
  request: object = {},
): Promise<string> {
  const body = { code: '1', devices: devices.map(({ _id }) => ({ _id })), ...request };
  const { headers } = await as.post('/v1/scripts/execute').send(body).expect(204);
  return headers.location.split('/').pop() as string;
}

/** An account with a script, and so many devices to run it on. */
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
