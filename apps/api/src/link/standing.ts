import { transact } from '../database/transaction';
import { resumeConnections } from '../devices/connections';
import { publishDevices } from '../events/publish';
import type { Service } from '../service';
import { recordPresence } from '../webhooks/happenings';
import { forgetLink, replaceLink, type Link } from './link';

/**
 * Brings the links of this node in line with the database, and so makes up for whatever it did not hear: devices that
 * were removed or connected elsewhere lose their link here, and those that were taken for offline are online again.
 */
export async function reviewLinks(service: Service, links: Link[]): Promise<void> {
  if (links.length === 0) return;
  const { pool, nodeId } = service;
  const deviceIds = links.map((link) => link.deviceId);
  const { rows } = await pool.query<{ id: string; linkId: string | null }>(
    'SELECT id, "linkId" FROM "Device" WHERE id = ANY($1)',
    [deviceIds],
  );
  const standing = new Map(rows.map(({ id, linkId }) => [id, linkId]));
  for (const link of links) {
    if (!standing.has(link.deviceId)) forgetLink(link);
    else if (standing.get(link.deviceId) !== link.linkId) replaceLink(link);
  }
  const reclaimed = await transact(pool, async (client) => {
    const { rows: devices } = await client.query<{ id: string; linkId: string }>(
      `UPDATE "Device" d SET "nodeId" = $1 FROM unnest($2::text[], $3::text[]) AS v (id, "linkId")
       WHERE d.id = v.id AND d."linkId" = v."linkId" AND d."nodeId" IS NULL RETURNING d.id, d."linkId"`,
      [nodeId, deviceIds, links.map((link) => link.linkId)],
    );
    await resumeConnections(
      client,
      devices.map(({ linkId }) => linkId),
    );
    await recordPresence(
      client,
      'device.online',
      devices.map(({ id }) => id),
    );
    return devices;
  });
  publishDevices(
    service,
    reclaimed.map(({ id }) => id),
  );
}
