import type { Hello } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { ChangedRun } from '../bus/bus';
import { transact } from '../database/transaction';
import { beginConnections, endConnections } from '../devices/connections';
import { publishDevices, publishRuns } from '../events/publish';
import type { Service } from '../service';
import { recordEnded, recordPresence } from '../webhooks/happenings';

/** A device that says hello. */
export interface Arrival {
  linkId: string;
  tokenHash: string;
  hello: Hello;
}

/** A device whose credential is right. */
export interface LinkedDevice {
  id: string;
  accountId: string;
  name: string;
}

/**
 * Makes devices online, a newer link taking over from an older one, and brings their runs in line with what they know.
 * Gives a device for each arrival; nothing where the credential is unknown.
 */
export async function connectDevices(
  service: Service,
  arrivals: Arrival[],
): Promise<(LinkedDevice | undefined)[]> {
  // Of links that come at once for one device the last stands; the others are known, and give way to it.
  const newest = [...new Map(arrivals.map((arrival) => [arrival.tokenHash, arrival])).values()];
  const tokenHashes = newest.map(({ tokenHash }) => tokenHash);
  const { rows, reconciled } = await transact(service.pool, async (client) => {
    const standing = await standingLinks(client, tokenHashes);
    await endConnections(
      client,
      standing.map(({ linkId }) => linkId),
    );
    const { rows } = await client.query<LinkedDevice & { tokenHash: string; linkId: string }>(
      `UPDATE "Device" d SET "nodeId" = $1, "linkId" = a."linkId", "lastSeenAt" = now(), "appVersion" = a."appVersion",
         platform = COALESCE(a.platform, d.platform), brand = COALESCE(a.brand, d.brand),
         model = COALESCE(a.model, d.model)
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
         AS a ("tokenHash", "linkId", "appVersion", platform, brand, model)
       WHERE d."tokenHash" = a."tokenHash"
       RETURNING d.id, d."accountId", d.name, d."tokenHash", d."linkId"`,
      [
        ...[service.nodeId, tokenHashes, newest.map(({ linkId }) => linkId)],
        ...[newest.map(({ hello }) => hello.appVersion), newest.map(({ hello }) => hello.platform ?? null)],
        ...[newest.map(({ hello }) => hello.brand ?? null), newest.map(({ hello }) => hello.model ?? null)],
      ],
    );
    await beginConnections(
      client,
      rows.map(({ id, linkId }) => ({ deviceId: id, linkId })),
    );
    const reconciled = await reconcileRuns(
      client,
      rows.map(({ id }) => id),
      newest.flatMap(({ hello }) => hello.runs),
    );
    await recordEnded(client, reconciled);
    // A newer link of a device that is online takes over: nothing came.
    const online = new Set(standing.filter(({ nodeId }) => nodeId !== null).map(({ id }) => id));
    const came = rows.filter(({ id }) => !online.has(id)).map(({ id }) => id);
    await recordPresence(client, 'device.online', came);
    return { rows, reconciled };
  });
  publishDevices(
    service,
    rows.map(({ id }) => id),
  );
  publishRuns(service, reconciled);
  const devices = new Map(rows.map(({ tokenHash, linkId: _linkId, ...device }) => [tokenHash, device]));
  return arrivals.map(({ tokenHash }) => devices.get(tokenHash));
}

/** The last link of a device; the device is online where a node holds it. */
interface StandingLink {
  id: string;
  linkId: string;
  nodeId: string | null;
}

/** The links that the newer ones take over from. Their devices are locked: of two takeovers one comes after the other. */
async function standingLinks(client: ClientBase, tokenHashes: string[]): Promise<StandingLink[]> {
  const { rows } = await client.query<StandingLink>(
    `SELECT id, "linkId", "nodeId" FROM "Device" WHERE "tokenHash" = ANY($1) AND "linkId" IS NOT NULL
     ORDER BY id FOR UPDATE`,
    [tokenHashes],
  );
  return rows;
}

/**
 * What was offered on an earlier link and never arrived is offered again; a run that the device had started and knows
 * no more is lost; one that it never started, and was to be stopped, is canceled.
 */
async function reconcileRuns(
  client: ClientBase,
  deviceIds: string[],
  knownRunIds: string[],
): Promise<ChangedRun[]> {
  const { rows } = await client.query<ChangedRun>(
    `UPDATE "Run" SET
       state = (CASE WHEN state = 'queued' THEN 'queued' WHEN "startedAt" IS NULL THEN 'canceled' ELSE 'lost' END)::"RunState",
       reason = CASE WHEN "startedAt" IS NULL THEN reason ELSE 'the device knows nothing of this run any more' END,
       "finishedAt" = CASE WHEN state = 'queued' THEN NULL ELSE now() END,
       "retriesLeft" = CASE WHEN state = 'queued' THEN "retriesLeft" ELSE 0 END,
       "offeredAt" = NULL, "acceptedAt" = NULL
     WHERE "deviceId" = ANY($1) AND "finishedAt" IS NULL AND "offeredAt" IS NOT NULL
       AND id <> ALL($2)
     RETURNING id, state`,
    [deviceIds, knownRunIds],
  );
  return rows.filter(({ state }) => state !== 'queued');
}

/** A link that ended. */
export interface Departure {
  deviceId: string;
  linkId: string;
}

/** Makes devices offline whose link ended, unless a newer link took over. */
export async function disconnectDevices(service: Service, departures: Departure[]): Promise<void> {
  const linkIds = departures.map(({ linkId }) => linkId);
  const { rows } = await transact(service.pool, async (client) => {
    const disconnected = await client.query<{ id: string; wasOnline: boolean }>(
      `WITH gone AS (
         SELECT id, "nodeId" FROM "Device" WHERE id = ANY($1) AND "linkId" = ANY($2) ORDER BY id FOR UPDATE
       )
       UPDATE "Device" d SET "nodeId" = NULL, "linkId" = NULL, "lastSeenAt" = now()
       FROM gone WHERE d.id = gone.id RETURNING d.id, gone."nodeId" IS NOT NULL AS "wasOnline"`,
      [departures.map(({ deviceId }) => deviceId), linkIds],
    );
    await endConnections(client, linkIds);
    // Of a node that was cleared away it was told already.
    const went = disconnected.rows.filter(({ wasOnline }) => wasOnline).map(({ id }) => id);
    await recordPresence(client, 'device.offline', went);
    return disconnected;
  });
  publishDevices(
    service,
    rows.map(({ id }) => id),
  );
}
