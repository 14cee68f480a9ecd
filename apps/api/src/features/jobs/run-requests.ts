import { LIMITS, type CreateJob, type Job } from '@drover/contract';
import { checkConfigValues, describeRuleProblem, type RuleProblem } from '@drover/contract/config-rules';
import { createHash } from 'node:crypto';
import type { DeviceScope } from '../../auth/caller';
import { getDevscript } from '../devscripts/devscripts';
import { getScript } from '../scripts/scripts';
import type { AppContext } from '../../context/app-context';
import { createJob, type NewJob } from './create-job';
import { getJob } from './jobs';
import type { Requester } from '../../http/requester';
import { toVariant } from '../scripts/pinned-sources';
import { findDevscript, findScript, type Source } from '../scripts/sources';
import type { Variant } from '../variants/variant';
import { stopOnDevices } from './stop-requests';
import type { Targets } from '../devices/targets';
import { assertValidValues } from './config-values';
import { createPatternTester } from './test-patterns';

/** The options of a run request, without the script or the code. */
type RunOptions = Pick<
  CreateJob,
  'vars' | 'timeout' | 'deliverWithin' | 'rollout' | 'retry' | 'screenshotOnFailure' | 'skipValidation'
> &
  Targets;

/** Creates the job of a request. Returns the job, which is the same for a repeated request. */
export async function submitJob(context: AppContext, request: Requester, body: CreateJob): Promise<Job> {
  const jobId = await createJob(context, await buildJob(context, request, body));
  return getJob(context, request, jobId);
}

/** Builds the job of a request from its code, or from the script that it names. Stores nothing. */
export async function buildJob(
  context: AppContext,
  request: Requester,
  { scriptId = '', code, ...options }: CreateJob,
): Promise<NewJob> {
  if (code !== undefined) return buildCodeJob(request, { code, ...options });
  const job = await buildRunnableJob(context, { ...request, scriptId }, options);
  if (options.skipValidation) return { ...job, variants: job.variants?.map(withoutProblems) };
  assertValidValues(job.problems);
  return job;
}

function withoutProblems({ problems: _problems, ...variant }: Variant): Variant {
  return variant;
}

async function buildRunnableJob(
  context: AppContext,
  { scriptId, ...request }: Requester & { scriptId: string },
  options: RunOptions,
): Promise<NewJob & { problems: RuleProblem[] }> {
  const own = { id: scriptId, accountId: request.accountId };
  const isDevscript = (await context.prisma.devscript.count({ where: own })) > 0;
  return isDevscript
    ? buildDevscriptJob(context, { ...request, devscriptId: scriptId }, options)
    : buildScriptJob(context, { ...request, scriptId }, options);
}

/** The documented run routes run with any values. The problems become warnings in the log of each run. */
function withWarnings({ problems, variants, ...job }: NewJob & { problems: RuleProblem[] }): NewJob {
  const warned = variants?.map(({ problems: own = [], ...variant }) => ({
    ...variant,
    warnings: own.map(describeRuleProblem),
  }));
  return { ...job, variants: warned, warnings: problems.map(describeRuleProblem) };
}

/** Runs the current code of a devscript. Returns the ID of the job. */
export async function runDevscript(
  context: AppContext,
  request: Requester & { devscriptId: string },
  options: RunOptions,
): Promise<string> {
  return createJob(context, withWarnings(await buildDevscriptJob(context, request, options)));
}

async function buildDevscriptJob(
  context: AppContext,
  { devscriptId, ...request }: Requester & { devscriptId: string },
  options: RunOptions,
) {
  const source = await findDevscript(context, request.accountId, devscriptId);
  return buildJobFromSource({ ...request, kind: 'devscript', scriptId: devscriptId, ...source }, options);
}

/** Runs the latest version of a script in the account's library. Returns the ID of the job. */
export async function runScript(
  context: AppContext,
  request: Requester & { scriptId: string },
  options: RunOptions,
): Promise<string> {
  return createJob(context, withWarnings(await buildScriptJob(context, request, options)));
}

async function buildScriptJob(
  context: AppContext,
  { scriptId, ...request }: Requester & { scriptId: string },
  options: RunOptions,
) {
  const source = await findScript(context, request.accountId, scriptId);
  return buildJobFromSource({ ...request, kind: 'script', scriptId, ...source }, options);
}

/** A stored script with its requester. */
interface Runnable extends Requester, Source {
  kind: 'script' | 'devscript';
  scriptId: string;
}

function buildJobFromSource(
  { values, config, pinned, ...job }: Runnable,
  { vars = {}, deliverWithin = LIMITS.scriptDeliverWithinSeconds, ...options }: RunOptions,
): NewJob & { problems: RuleProblem[] } {
  const { timeout, rollout, retry, screenshotOnFailure, skipValidation: _skip, ...targets } = options;
  const env = { ...values, ...vars };
  const test = createPatternTester();
  const problems = checkConfigValues(config, env, test);
  const variants = pinned.map((source) => {
    const variant = toVariant(source, vars);
    return { ...variant, problems: checkConfigValues(source.config, variant.env, test) };
  });
  const limits = { timeout, deliverWithin, rollout, retry, screenshotOnFailure };
  return { ...job, vars, env, variants, ...limits, targets, problems };
}

/** Stops a devscript on the devices of a request. */
export async function stopDevscript(
  context: AppContext,
  { devscriptId, ...scope }: DeviceScope & { devscriptId: string },
  targets: Targets,
): Promise<void> {
  await getDevscript(context, scope.accountId, devscriptId);
  await stopOnDevices(context, { ...scope, scriptId: devscriptId }, targets);
}

/** Stops a published script on the devices of a request. */
export async function stopScript(
  context: AppContext,
  { scriptId, ...scope }: DeviceScope & { scriptId: string },
  targets: Targets,
): Promise<void> {
  await getScript(context, scope.accountId, scriptId);
  await stopOnDevices(context, { ...scope, scriptId }, targets);
}

/** Runs code from the request. Returns the ID of the job. */
export async function execute(
  context: AppContext,
  request: Requester,
  options: RunOptions & { code: string },
): Promise<string> {
  return createJob(context, buildCodeJob(request, options));
}

function buildCodeJob(
  request: Requester,
  {
    code,
    vars = {},
    timeout,
    deliverWithin = LIMITS.executeDeliverWithinSeconds,
    rollout,
    retry,
    screenshotOnFailure,
    skipValidation: _skip,
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
    screenshotOnFailure,
    targets,
  };
}
