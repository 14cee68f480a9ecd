import { LIMITS, type CreateJob, type Job, type RunRequest, type Vars } from '@drover/contract';
import { createHash } from 'node:crypto';
import { Prisma } from '../database/client/client';
import { prepared } from '../database/prepared';
import { getDevscript } from '../devscripts/devscripts';
import { readConfig } from '../devscripts/files';
import { ApiError, found } from '../http/api-error';
import { getScript } from '../scripts/scripts';
import type { Service } from '../service';
import { createJob, type Idempotency, type NewJob } from './dispatch';
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
export async function startJob(service: Service, request: Request, body: CreateJob): Promise<Job> {
  const jobId = await createJob(service, await prepareJob(service, request, body));
  return getJob(service, request.accountId, jobId);
}

/** The job that a request asks for, with all that it needs looked up, before it is kept. */
export async function prepareJob(
  service: Service,
  request: Request,
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
  request: Request & { devscriptId: string },
  options: RunOptions,
): Promise<string> {
  return createJob(service, await prepareDevscript(service, request, options));
}

async function prepareDevscript(
  service: Service,
  { devscriptId, ...request }: Request & { devscriptId: string },
  options: RunOptions,
): Promise<NewJob> {
  const { codeSha256, ...source } = await findDevscript(service, request.accountId, devscriptId);
  if (codeSha256 === null) {
    throw new ApiError('conflict', { message: 'The script has no code yet. Upload its file first.' });
  }
  const job = { kind: 'devscript', scriptId: devscriptId, codeSha256, ...source } as const;
  return prepareKept({ ...request, ...job }, options);
}

/** Runs the newest version of a script in the account's library. Gives the id of the job. */
export async function runScript(
  service: Service,
  request: Request & { scriptId: string },
  options: RunOptions,
): Promise<string> {
  return createJob(service, await prepareScript(service, request, options));
}

async function prepareScript(
  service: Service,
  { scriptId, ...request }: Request & { scriptId: string },
  options: RunOptions,
): Promise<NewJob> {
  const source = await findScript(service, request.accountId, scriptId);
  return prepareKept({ ...request, kind: 'script', scriptId, ...source }, options);
}

/** What there is to run of a script, and the values that it runs with unless a request has others. */
interface Source {
  name: string;
  version: string | null;
  codeSha256: string;
  config: Buffer | null;
  saved: Vars | null;
}

type DevscriptSource = Omit<Source, 'codeSha256'> & { codeSha256: string | null };

async function findDevscript(
  { pool }: Service,
  accountId: string,
  devscriptId: string,
): Promise<DevscriptSource> {
  const { rows } = await pool.query<DevscriptSource>(
    prepared(Prisma.sql`
      SELECT d.name, NULL AS version, code.sha256 AS "codeSha256",
             (SELECT bytes FROM "Content" WHERE sha256 = config.sha256) AS config,
             (SELECT values FROM "SavedValues" WHERE "accountId" = d."accountId" AND "scriptId" = d.id) AS saved
      FROM "Devscript" d
      LEFT JOIN "DevscriptFile" code ON code."devscriptId" = d.id AND code.kind = 'code'
      LEFT JOIN "DevscriptFile" config ON config."devscriptId" = d.id AND config.kind = 'config'
      WHERE d.id = ${devscriptId} AND d."accountId" = ${accountId}`),
  );
  return found(rows[0]);
}

async function findScript({ pool }: Service, accountId: string, scriptId: string): Promise<Source> {
  const { rows } = await pool.query<Source>(
    prepared(Prisma.sql`
      SELECT s.name, s.version, v."codeSha256",
             (SELECT bytes FROM "Content" WHERE sha256 = v."configSha256") AS config,
             (SELECT values FROM "SavedValues" WHERE "accountId" = l."accountId" AND "scriptId" = s.id) AS saved
      FROM "LibraryEntry" l
      JOIN "Script" s ON s.id = l."scriptId"
      JOIN "ScriptVersion" v ON v."scriptId" = s.id AND v.version = s.version
      WHERE l."accountId" = ${accountId} AND l."scriptId" = ${scriptId}`),
  );
  return found(rows[0]);
}

/** What a run request of a kept script runs. */
interface Runnable extends Request, Source {
  kind: 'script' | 'devscript';
  scriptId: string;
}

/** The script finds in its environment the presets of the configuration, saved values over them, vars over both. */
function prepareKept(
  { config, saved, ...job }: Runnable,
  { vars = {}, timeout, deliverWithin = LIMITS.scriptDeliverWithinSeconds, ...targets }: RunOptions,
): NewJob {
  const env = { ...presets(config), ...saved, ...vars };
  return { ...job, vars, env, timeout, deliverWithin, targets };
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
  options: RunOptions & { code: string },
): Promise<string> {
  return createJob(service, prepareCode(request, options));
}

function prepareCode(
  request: Request,
  {
    code,
    vars = {},
    timeout,
    deliverWithin = LIMITS.executeDeliverWithinSeconds,
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
    targets,
  };
}

function presets(config: Buffer | null): Vars {
  if (!config) return {};
  const values = readConfig(config).map(({ name, value, default: preset }) => [name, value ?? preset]);
  return Object.fromEntries(
    values.filter(([name, value]) => typeof name === 'string' && value !== undefined),
  ) as Vars;
}
