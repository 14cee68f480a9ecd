import { LIMITS, type CreateJob, type Job, type RunRequest, type Vars } from '@drover/contract';
import { createHash } from 'node:crypto';
import { getDevscript } from '../devscripts/devscripts';
import { readConfig } from '../devscripts/files';
import { ApiError, found } from '../http/api-error';
import { getNewestVersion, getScript } from '../scripts/scripts';
import type { Service } from '../service';
import { createJob, type Idempotency } from './dispatch';
import { getJob } from './jobs';
import { stopScript as stopOnDevices } from './stop';
import type { Targets } from './targets';

interface Request {
  accountId: string;
  idempotency?: Idempotency;
}

/** What a run request says beside what is to run. */
type RunOptions = Pick<RunRequest, 'vars' | 'timeout' | 'deliverWithin'> & Targets;

/** Runs what a request names, or the code that came with it. Gives the job: that of the first answer to a repeat. */
export async function startJob(
  service: Service,
  request: Request,
  { scriptId = '', code, ...options }: CreateJob,
): Promise<Job> {
  const jobId =
    code === undefined
      ? await runKept(service, { ...request, scriptId }, options)
      : await execute(service, request, { code, ...options });
  return getJob(service, request.accountId, jobId);
}

/** Runs a devscript of the account or a script of its library, whichever the id is of. */
async function runKept(
  service: Service,
  { scriptId, ...request }: Request & { scriptId: string },
  options: RunOptions,
): Promise<string> {
  const own = { id: scriptId, accountId: request.accountId };
  const isDevscript = (await service.prisma.devscript.count({ where: own })) > 0;
  return isDevscript
    ? runDevscript(service, { ...request, devscriptId: scriptId }, options)
    : runScript(service, { ...request, scriptId }, options);
}

/** Runs the code of a devscript as it is now. Gives the id of the job. */
export async function runDevscript(
  service: Service,
  { devscriptId, ...request }: Request & { devscriptId: string },
  options: RunOptions,
): Promise<string> {
  const { name, ...source } = await findSource(service, request.accountId, devscriptId);
  const job = { kind: 'devscript', scriptId: devscriptId, name, version: null, ...source } as const;
  return run(service, { ...request, ...job }, options);
}

interface Source {
  name: string;
  codeSha256: string;
  configSha256: string | null;
}

async function findSource({ pool }: Service, accountId: string, devscriptId: string): Promise<Source> {
  const { rows } = await pool.query<Source & { codeSha256: string | null }>(
    `SELECT d.name, code.sha256 AS "codeSha256", config.sha256 AS "configSha256" FROM "Devscript" d
     LEFT JOIN "DevscriptFile" code ON code."devscriptId" = d.id AND code.kind = 'code'
     LEFT JOIN "DevscriptFile" config ON config."devscriptId" = d.id AND config.kind = 'config'
     WHERE d.id = $1 AND d."accountId" = $2`,
    [devscriptId, accountId],
  );
  const { codeSha256, ...source } = found(rows[0]);
  if (codeSha256 === null) {
    throw new ApiError('conflict', { message: 'The script has no code yet. Upload its file first.' });
  }
  return { ...source, codeSha256 };
}

/** Runs the newest version of a script in the account's library. Gives the id of the job. */
export async function runScript(
  service: Service,
  { scriptId, ...request }: Request & { scriptId: string },
  options: RunOptions,
): Promise<string> {
  const script = await getScript(service, request.accountId, scriptId);
  const { version, codeSha256, configSha256 } = await getNewestVersion(service, script);
  const source = { version, codeSha256, configSha256 };
  const job = { kind: 'script', scriptId, name: script.name, ...source } as const;
  return run(service, { ...request, ...job }, options);
}

/** What a run request of a kept script runs. */
interface Runnable extends Request {
  kind: 'script' | 'devscript';
  scriptId: string;
  name: string;
  version: string | null;
  codeSha256: string;
  configSha256: string | null;
}

async function run(
  service: Service,
  { configSha256, ...job }: Runnable,
  { vars = {}, timeout, deliverWithin = LIMITS.scriptDeliverWithinSeconds, ...targets }: RunOptions,
): Promise<string> {
  const env = await environment(service, { ...job, configSha256, vars });
  return createJob(service, { ...job, vars, env, timeout, deliverWithin, targets });
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
  request: Request,
  {
    code,
    vars = {},
    timeout,
    deliverWithin = LIMITS.executeDeliverWithinSeconds,
    ...targets
  }: RunOptions & { code: string },
): Promise<string> {
  const bytes = Buffer.from(code);
  return createJob(service, {
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
    targets,
  });
}

/** What the script finds in its environment: presets of the configuration, saved values over them, vars over both. */
export async function environment(
  { pool }: Service,
  from: { accountId: string; scriptId: string; configSha256?: string | null; vars: Vars },
): Promise<Vars> {
  const { accountId, scriptId, configSha256, vars } = from;
  const { rows } = await pool.query<{ config: Buffer | null; saved: Vars | null }>(
    `SELECT (SELECT bytes FROM "Content" WHERE sha256 = $3) AS config,
            (SELECT values FROM "SavedValues" WHERE "accountId" = $1 AND "scriptId" = $2) AS saved`,
    [accountId, scriptId, configSha256 ?? null],
  );
  const { config, saved } = found(rows[0]);
  return { ...presets(config), ...saved, ...vars };
}

function presets(config: Buffer | null): Vars {
  if (!config) return {};
  const values = readConfig(config).map(({ name, value, default: preset }) => [name, value ?? preset]);
  return Object.fromEntries(
    values.filter(([name, value]) => typeof name === 'string' && value !== undefined),
  ) as Vars;
}
