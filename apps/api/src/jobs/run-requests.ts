import { LIMITS, type ExecuteRequest, type RunRequest, type Vars } from '@drover/contract';
import { createHash } from 'node:crypto';
import { readConfig } from '../devscripts/files';
import { ApiError, found } from '../http/api-error';
import type { Service } from '../service';
import { createJob, type Idempotency } from './dispatch';
import { stopScript } from './stop';
import type { Targets } from './targets';

interface Request {
  accountId: string;
  idempotency?: Idempotency;
}

/** Runs the code of a devscript as it is now. Gives the id of the job. */
export async function runDevscript(
  service: Service,
  { devscriptId, ...request }: Request & { devscriptId: string },
  { vars = {}, timeout, deliverWithin = LIMITS.scriptDeliverWithinSeconds, ...targets }: RunRequest,
): Promise<string> {
  const { accountId } = request;
  const devscript = found(
    await service.prisma.devscript.findFirst({
      where: { id: devscriptId, accountId },
      include: { files: true },
    }),
  );
  const code = devscript.files.find(({ kind }) => kind === 'code');
  const config = devscript.files.find(({ kind }) => kind === 'config');
  if (!code)
    throw new ApiError('conflict', { message: 'The script has no code yet. Upload its file first.' });
  return createJob(service, {
    ...request,
    kind: 'devscript',
    scriptId: devscriptId,
    name: devscript.name,
    version: null,
    codeSha256: code.sha256,
    vars,
    env: await environment(service, { accountId, scriptId: devscriptId, configSha256: config?.sha256, vars }),
    timeout,
    deliverWithin,
    targets,
  });
}

/** Stops a devscript on the devices that a request names. */
export async function stopDevscript(
  service: Service,
  { accountId, devscriptId }: { accountId: string; devscriptId: string },
  targets: Targets,
): Promise<void> {
  found(
    await service.prisma.devscript.findFirst({ where: { id: devscriptId, accountId }, select: { id: true } }),
  );
  await stopScript(service, { accountId, scriptId: devscriptId }, targets);
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
  }: ExecuteRequest,
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
  { prisma }: Service,
  from: { accountId: string; scriptId: string; configSha256?: string | null; vars: Vars },
): Promise<Vars> {
  const { accountId, scriptId, configSha256, vars } = from;
  const config = configSha256 ? await prisma.content.findUnique({ where: { sha256: configSha256 } }) : null;
  const saved = await prisma.savedValues.findUnique({
    where: { accountId_scriptId: { accountId, scriptId } },
  });
  return { ...presets(config?.bytes), ...(saved?.values as Vars | undefined), ...vars };
}

function presets(config: Uint8Array | undefined): Vars {
  if (!config) return {};
  const values = readConfig(Buffer.from(config)).map(({ name, value, default: preset }) => [
    name,
    value ?? preset,
  ]);
  return Object.fromEntries(
    values.filter(([name, value]) => typeof name === 'string' && value !== undefined),
  ) as Vars;
}
