import type { CreateJob } from '@drover/contract';
import { selectorCondition } from '../devices/selection';
import { findRunnables, requireRunnable } from '../scripts/runnable';
import { requireFiles } from '../input-files/references';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import { allDevices, type DeviceScope } from '../../auth/caller';
import { isInScope, scopeValues } from '../../records/device-scope';
import type { AppContext } from '../../context/app-context';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { assertValidVars } from './config-values';
import { findDevices } from '../devices/targets';

/**
 * Validates a request before it is saved. Throws if it names a script, a device, a group or a secret that the account does
 * not have. A selector may match no device yet, because it is evaluated when the request runs.
 */
export async function checkJobRequest(
  context: AppContext,
  accountId: string,
  request: CreateJob,
): Promise<void> {
  const { scriptId, selector, devices, vars = {} } = request;
  const scope = allDevices(accountId);
  if (scriptId !== undefined) {
    await requireRunnable(context, accountId, scriptId);
    await assertValidVars(context, accountId, request);
  }
  if (selector) await selectorCondition(context.pool, { scope, selector, groupPath: 'selector.group' });
  else await findDevices(context.pool, { scope, targets: { devices } });
  await requireSecrets(context.pool, { accountId, vars, env: vars }, secretNamesIn(vars));
  await requireFiles(context.pool, { accountId, vars, env: vars });
}

/**
 * Returns saved requests with the current names of their scripts and devices. Deleted devices are missing, and those
 * outside the scope.
 */
export async function refreshJobRequests<Request extends Pick<CreateJob, 'scriptId' | 'devices'>>(
  context: AppContext,
  scope: DeviceScope,
  requests: Request[],
): Promise<{ request: Request; scriptName: string | null }[]> {
  const { accountId } = scope;
  const scriptIds = requests.flatMap(({ scriptId }) => scriptId ?? []);
  const deviceIds = requests.flatMap(({ devices = [] }) => devices.map(({ _id }) => _id));
  const [runnables, devices] = await Promise.all([
    findRunnables(context, accountId, scriptIds),
    execute(
      context.pool,
      db
        .selectFrom('Device')
        .select(['id', 'name'])
        .where('accountId', '=', accountId)
        .where('id', '=', anyOf(deviceIds))
        .where(({ and, ref }) => and(isInScope(ref('Device.id'), { accountId, ...scopeValues(scope) }))),
    ),
  ]);
  const scriptNames = new Map(runnables.map(({ id, name }) => [id, name]));
  const deviceNames = new Map(devices.map(({ id, name }) => [id, name]));
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
