import type { ClientBase } from 'pg';
import type { ChangedRun } from '../bus/bus';
import { publishDevices, publishRuns } from '../bus/publish-changes';
import type { AppContext } from '../context/app-context';
import { anyOf, booleans, enumValue, now, texts, unnest } from '../database/expressions';
import { db, execute, prepared } from '../database/sql';
import { byKey, settleAll, transact } from '../database/transaction';
import type { Arrival, LinkedDevice } from '../device-socket/link';
import { beginConnections, endConnections } from '../features/devices/connections';
import { findPresence } from '../features/devices/presence-events';
import { recordEnded } from '../features/runs/finished-events';
import { insertDeliveries } from '../outbox/outbox';

/**
 * Makes devices online, replaces their older links, and reconciles their runs with those that they know. Returns a device
 * for each arrival, or undefined if the credential is unknown.
 */
export async function connectDevices(
  context: AppContext,
  arrivals: Arrival[],
): Promise<(LinkedDevice | undefined)[]> {
  // If one device connects several times at once, the last link wins. The others are authenticated and then replaced.
  const newest = [...new Map(arrivals.map((arrival) => [arrival.tokenHash, arrival])).values()];
  const { devices, reconciled } = await transact(
    context.pool,
    { settings: byKey },
    async (client, commit) => {
      const [replaced, devices] = await settleAll([
        lockReplacedLinks(
          client,
          newest.map(({ tokenHash }) => tokenHash),
        ),
        execute(client, updateConnected(context.nodeId, newest)),
      ]);
      const deviceIds = devices.map(({ id }) => id);
      const deviceIdOf = new Map(devices.map(({ id, linkId }) => [linkId, id]));
      const knownRuns = newest.flatMap(({ linkId, hello }) => {
        const deviceId = deviceIdOf.get(linkId);
        return deviceId === undefined ? [] : hello.runs.map((runId) => ({ deviceId, runId }));
      });
      // A device whose link is replaced was online already.
      const online = new Set(replaced.filter(({ nodeId }) => nodeId !== null).map(({ id }) => id));
      const [reconciled, , , presence] = await settleAll([
        reconcileRuns(client, deviceIds, knownRuns),
        endConnections(
          client,
          replaced.map(({ linkId }) => linkId),
        ),
        beginConnections(
          client,
          devices.map(({ id, linkId }) => ({ deviceId: id, linkId })),
        ),
        findPresence(
          client,
          'device.online',
          devices.filter(({ id }) => !online.has(id)),
        ),
      ]);
      await settleAll([insertDeliveries(client, presence), recordEnded(client, reconciled, commit)]);
      return { devices, reconciled };
    },
  );
  publishDevices(
    context,
    devices.map(({ id }) => id),
  );
  publishRuns(context, reconciled);
  const byToken = new Map(devices.map(({ tokenHash, linkId: _linkId, ...device }) => [tokenHash, device]));
  return arrivals.map(({ tokenHash }) => byToken.get(tokenHash));
}

function updateConnected(nodeId: string, arrivals: Arrival[]) {
  const facts = <Value extends string | null>(factOf: (arrival: Arrival) => Value) =>
    texts(arrivals.map(factOf));
  const arrived = unnest('a', {
    tokenHash: facts(({ tokenHash }) => tokenHash),
    linkId: facts(({ linkId }) => linkId),
    appVersion: facts(({ hello }) => hello.appVersion),
    platform: facts(({ hello }) => hello.platform ?? null),
    brand: facts(({ hello }) => hello.brand ?? null),
    model: facts(({ hello }) => hello.model ?? null),
    isolation: facts(({ hello }) => hello.isolation ?? ''),
    canUpdate: booleans(arrivals.map(({ hello }) => hello.canUpdate ?? false)),
  });
  const update = db
    .updateTable('Device as d')
    .from(arrived)
    .set({
      nodeId,
      linkId: ({ ref }) => ref('a.linkId'),
      lastSeenAt: now,
      appVersion: ({ ref }) => ref('a.appVersion'),
      platform: ({ fn }) => fn.coalesce('a.platform', 'd.platform'),
      brand: ({ fn }) => fn.coalesce('a.brand', 'd.brand'),
      model: ({ fn }) => fn.coalesce('a.model', 'd.model'),
      isolation: ({ ref }) => ref('a.isolation'),
      canUpdate: ({ ref }) => ref('a.canUpdate'),
    })
    .whereRef('d.tokenHash', '=', 'a.tokenHash')
    .returning(['d.id', 'd.accountId', 'd.name', 'd.tokenHash', 'a.linkId']);
  return prepared(update);
}

/**
 * Returns the current links of devices, with the node of those that are online. The lock makes concurrent connections of
 * one device wait for each other.
 */
async function lockReplacedLinks(client: ClientBase, tokenHashes: string[]) {
  const select = db
    .selectFrom('Device')
    .select(['id', 'linkId', 'nodeId'])
    .where('tokenHash', '=', anyOf(tokenHashes))
    .where('linkId', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ linkId: string }>();
  return execute(client, prepared(select));
}

/** A run in the hello of a device. It may be the run of another device. */
interface KnownRun {
  deviceId: string;
  runId: string;
}

/**
 * Reconciles runs that were sent to devices with the runs that the same devices know. A queued run that never arrived is sent
 * again. A run that had started is lost. A run that had not started and was being stopped is canceled.
 */
async function reconcileRuns(
  client: ClientBase,
  deviceIds: string[],
  knownRuns: KnownRun[],
): Promise<ChangedRun[]> {
  const known = unnest('k', {
    deviceId: texts(knownRuns.map(({ deviceId }) => deviceId)),
    runId: texts(knownRuns.map(({ runId }) => runId)),
  });
  const update = db
    .updateTable('Run')
    .set({
      state: (eb) =>
        eb
          .case()
          .when('state', '=', 'queued')
          .then(enumValue('RunState', 'queued'))
          .when('startedAt', 'is', null)
          .then(enumValue('RunState', 'canceled'))
          .else(enumValue('RunState', 'lost'))
          .end(),
      reason: (eb) =>
        eb
          .case()
          .when('startedAt', 'is', null)
          .then(eb.ref('reason'))
          .else('the device no longer knows this run')
          .end(),
      finishedAt: (eb) => eb.case().when('state', '=', 'queued').then(null).else(now).end(),
      retriesLeft: (eb) => eb.case().when('state', '=', 'queued').then(eb.ref('retriesLeft')).else(0).end(),
      sentAt: null,
      acceptedAt: null,
    })
    .where('deviceId', '=', anyOf(deviceIds))
    .where('finishedAt', 'is', null)
    .where('sentAt', 'is not', null)
    // As a list, which PostgreSQL looks up in a hash table. It may compare a join with each of the known runs.
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('deviceId', 'id'),
        'not in',
        selectFrom(known).select(['k.deviceId', 'k.runId']).$asTuple('deviceId', 'runId'),
      ),
    )
    .returning(['id', 'state']);
  const runs = await execute(client, prepared(update));
  return runs.filter(({ state }) => state !== 'queued');
}

/** A link that closed. */
export interface Departure {
  deviceId: string;
  linkId: string;
}

/** Makes devices offline whose link closed, unless a newer link replaced it. */
export async function disconnectDevices(context: AppContext, departures: Departure[]): Promise<void> {
  const linkIds = departures.map(({ linkId }) => linkId);
  const deviceIds = departures.map(({ deviceId }) => deviceId);
  const disconnected = await transact(context.pool, { settings: byKey }, async (client, commit) => {
    const [devices] = await settleAll([
      execute(client, updateDisconnected(deviceIds, linkIds)),
      endConnections(client, linkIds),
    ]);
    // The event of a device whose node was expired is recorded already.
    const offline = devices.filter(({ wasOnline }) => wasOnline);
    await insertDeliveries(client, await findPresence(client, 'device.offline', offline), commit);
    return devices;
  });
  publishDevices(
    context,
    disconnected.map(({ id }) => id),
  );
}

function updateDisconnected(deviceIds: string[], linkIds: string[]) {
  const update = db
    .with('gone', (cte) =>
      cte
        .selectFrom('Device')
        .select(['id', 'nodeId'])
        .where('id', '=', anyOf(deviceIds))
        .where('linkId', '=', anyOf(linkIds))
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('Device as d')
    .from('gone')
    .set({ nodeId: null, linkId: null, lastSeenAt: now })
    .whereRef('d.id', '=', 'gone.id')
    .returning((eb) => ['d.id', 'd.accountId', eb('gone.nodeId', 'is not', null).as('wasOnline')]);
  return prepared(update);
}
