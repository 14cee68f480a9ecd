import type { CreateJob } from '@drover/contract';
import { deviceConditions } from '../devices/selection';
import { ApiError } from '../http/api-error';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import type { Service } from '../service';
import { findDevices } from './targets';

/** A script or devscript that an account may run. */
interface Runnable {
  id: string;
  name: string;
}

/**
 * Refuses a request that is to be kept and names a script, a device, a group or a secret that the account has not. A selector that
 * nobody meets now may be met when it counts.
 */
export async function checkJobRequest(
  service: Service,
  accountId: string,
  { scriptId, selector, devices, vars = {} }: CreateJob,
): Promise<void> {
  if (scriptId !== undefined) await requireRunnable(service, accountId, scriptId);
  if (selector) await deviceConditions(service.pool, { accountId, selector, groupPath: 'selector.group' });
  else await findDevices(service.pool, { accountId, targets: { devices } });
  await requireSecrets(service.pool, { accountId, vars, env: vars }, secretNamesIn(vars));
}

/** A devscript of the account, or a script of its library, or "not found" with the parameter. */
export async function requireRunnable(service: Service, accountId: string, scriptId: string): Promise<void> {
  const [runnable] = await findRunnables(service, accountId, [scriptId]);
  if (runnable) return;
  throw new ApiError('notFound', {
    message: 'The script is not there, or not yours. Nothing was done.',
    errors: [{ path: 'scriptId', message: 'must be the id of a script of your library, or of a devscript' }],
  });
}

/** What is kept of requests, as it stands now: devices that are gone left out, those that are there by their names. */
export async function refreshJobRequests(
  service: Service,
  accountId: string,
  requests: CreateJob[],
): Promise<{ request: CreateJob; scriptName: string | null }[]> {
  const scriptIds = requests.flatMap(({ scriptId }) => scriptId ?? []);
  const deviceIds = requests.flatMap(({ devices = [] }) => devices.map(({ _id }) => _id));
  const [runnables, devices] = await Promise.all([
    findRunnables(service, accountId, scriptIds),
    service.pool.query<Runnable>('SELECT id, name FROM "Device" WHERE "accountId" = $1 AND id = ANY($2)', [
      ...[accountId, deviceIds],
    ]),
  ]);
  const scriptNames = new Map(runnables.map(({ id, name }) => [id, name]));
  const deviceNames = new Map(devices.rows.map(({ id, name }) => [id, name]));
  return requests.map((request) => ({
    request: {
      ...request,
      ...(request.devices && {
        devices: [...new Set(request.devices.map(({ _id }) => _id))].flatMap((_id) =>
          deviceNames.has(_id) ? [{ _id, name: deviceNames.get(_id) }] : [],
        ),
      }),
    },
    scriptName: scriptNames.get(request.scriptId ?? '') ?? null,
  }));
}

async function findRunnables({ pool }: Service, accountId: string, ids: string[]): Promise<Runnable[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<Runnable>(
    `SELECT id, name FROM "Devscript" WHERE "accountId" = $1 AND id = ANY($2)
     UNION ALL
     SELECT s.id, s.name FROM "Script" s JOIN "LibraryEntry" l ON l."scriptId" = s.id
     WHERE l."accountId" = $1 AND s.id = ANY($2)`,
    [accountId, ids],
  );
  return rows;
}
