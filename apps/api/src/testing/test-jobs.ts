import type { CreateJob, Job, Run } from '@drover/contract';
import type { TestAccount } from './test-server';

/** The jobs of one script, as their account asks for them and reads them. */
export interface TestJobs {
  /** On all devices, unless the request names others; with its own code, where it brings some. */
  start: (request?: Partial<CreateJob>) => Promise<Job>;
  read: (jobId: string) => Promise<Job>;
  /** The runs of a job, oldest first. */
  runsOf: (jobId: string) => Promise<Run[]>;
}

export function jobsOf({ as }: TestAccount, scriptId: string): TestJobs {
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
