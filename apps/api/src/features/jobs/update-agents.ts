import { AGENT_VERSION, LIMITS, type Job, type UpdateAgents } from '@drover/contract';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context/app-context';
import type { Requester } from '../../http/requester';
import { createJob } from './create-job';
import { getJob } from './jobs';

/**
 * Creates the job that updates the agents of devices to the one of this server. Its code is the archive of the agent, so
 * that every node delivers the same version, also after an update of the server.
 */
export async function updateAgents(
  context: AppContext,
  request: Requester,
  { deliverWithin = LIMITS.scriptDeliverWithinSeconds, rollout, retry, ...targets }: UpdateAgents,
): Promise<Job> {
  const code = context.agentFiles.archive();
  const jobId = await createJob(context, {
    ...request,
    kind: 'update',
    scriptId: null,
    name: 'update',
    version: AGENT_VERSION,
    codeSha256: createHash('sha256').update(code).digest('hex'),
    code,
    vars: {},
    env: {},
    deliverWithin,
    rollout,
    retry,
    targets,
  });
  return getJob(context, request, jobId);
}
