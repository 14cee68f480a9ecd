import { LIMITS, type CreateJob, type Job } from '@drover/contract';
import { createHash } from 'node:crypto';
import { getDevscript } from '../devscripts/devscripts';
import { stopOnDevices } from '../runs/stop';
import { getScript } from '../scripts/scripts';
import type { Service } from '../service';
import { createJob, type NewJob } from './dispatch';
import { getJob } from './jobs';
import type { Requester } from './requester';
import { findDevscript, findScript, type Source } from './sources';
import type { Targets } from './targets';

/** What a run request says beside what is to run. */
type RunOptions = Pick<CreateJob, 'vars' | 'timeout' | 'deliverWithin' | 'rollout' | 'retry'> & Targets;

/** Runs what a request names, or the code that came with it. Gives the job: that of the first answer to a repeat. */
export async function startJob(service: Service, request: Requester, body: CreateJob): Promise<Job> {
  const jobId = await createJob(service, await prepareJob(service, request, body));
  return getJob(service, request.accountId, jobId);
}

/** The job that a request asks for, with all that it needs looked up, before it is kept. */
export async function prepareJob(
  service: Service,
  request: Requester,
  { scriptId = '', code, ...options }: CreateJob,
): Promise<NewJob> {
  if (code !== undefined) return prepareCode(request, { code, ...options });
  const own = { id: scriptId, accountId: request.accountId };
  const isDevscript = (await service.prisma.devscript.count({ where: own })) > 0;
  return isDevscript
    ? prepareDevscript(service, { ...request, devscriptId: scriptId }, options)
    : prepareScript(service, { ...request, scriptId }, options);
}

/** Runs the code of a devscript as it is now. Gives the id of the job. */
export async function runDevscript(
  service: Service,
  request: Requester & { devscriptId: string },
  options: RunOptions,
): Promise<string> {
  return createJob(service, await prepareDevscript(service, request, options));
}

async function prepareDevscript(
  service: Service,
  { devscriptId, ...request }: Requester & { devscriptId: string },
  options: RunOptions,
): Promise<NewJob> {
  const source = await findDevscript(service, request.accountId, devscriptId);
  return prepareKept({ ...request, kind: 'devscript', scriptId: devscriptId, ...source }, options);
}

/** Runs the newest version of a script in the account's library. Gives the id of the job. */
export async function runScript(
  service: Service,
  request: Requester & { scriptId: string },
  options: RunOptions,
): Promise<string> {
  return createJob(service, await prepareScript(service, request, options));
}

async function prepareScript(
  service: Service,
  { scriptId, ...request }: Requester & { scriptId: string },
  options: RunOptions,
): Promise<NewJob> {
  const source = await findScript(service, request.accountId, scriptId);
  return prepareKept({ ...request, kind: 'script', scriptId, ...source }, options);
}

/** What a run request of a kept script runs. */
interface Runnable extends Requester, Source {
  kind: 'script' | 'devscript';
  scriptId: string;
}

function prepareKept(
  { values, ...job }: Runnable,
  { vars = {}, deliverWithin = LIMITS.scriptDeliverWithinSeconds, ...options }: RunOptions,
): NewJob {
  const { timeout, rollout, retry, ...targets } = options;
  const env = { ...values, ...vars };
  return { ...job, vars, env, timeout, deliverWithin, rollout, retry, targets };
}

/** Stops a devscript on the devices that a request names. */
export async function stopDevscript(
  service: Service,
  { accountId, devscriptId }: { accountId: string; devscriptId: string },
  targets: Targets,
): Promise<void> {
  await getDevscript(service, accountId, devscriptId);
  await stopOnDevices(service, { accountId, scriptId: devscriptId }, targets);
}

/** Stops a published script on the devices that a request names. */
export async function stopScript(
  service: Service,
  { accountId, scriptId }: { accountId: string; scriptId: string },
  targets: Targets,
): Promise<void> {
  await getScript(service, accountId, scriptId);
  await stopOnDevices(service, { accountId, scriptId }, targets);
}

/** Runs code that came with the request, once. Gives the id of the job. */
export async function execute(
  service: Service,
  request: Requester,
  options: RunOptions & { code: string },
): Promise<string> {
  return createJob(service, prepareCode(request, options));
}

function prepareCode(
  request: Requester,
  {
    code,
    vars = {},
    timeout,
    deliverWithin = LIMITS.executeDeliverWithinSeconds,
    rollout,
    retry,
    ...targets
  }: RunOptions & { code: string },
): NewJob {
  const bytes = Buffer.from(code);
  return {
    ...request,
    kind: 'execute',
    scriptId: null,
    name: 'execute',
    version: null,
    codeSha256: createHash('sha256').update(bytes).digest('hex'),
    code: bytes,
    vars,
    env: vars,
    timeout,
    deliverWithin,
    rollout,
    retry,
    targets,
  };
}
