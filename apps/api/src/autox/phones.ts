import { hashSecret, newSecret } from '../accounts/credentials';
import { createEnrolment } from '../enrolments/enrolments';
import type { Service } from '../service';
import { describePhone, type PhoneHello } from './dialect';
import type { KnownRun } from './stock-runs';

/** Platform of a phone that runs scripts by its stock app; its agent says another at its hello. */
export const stockPlatform = 'android (AutoX)';

/** A phone that came with its key. */
export interface AdmittedPhone {
  deviceId: string;
  name: string;
  /** Whether the full agent has ever connected: then the credential is the agent's, and no longer given out. */
  hasAgent: boolean;
  isOnline: boolean;
  /** Where there is no agent yet: new with each connection. */
  token?: string;
}

/**
 * A phone has no name of its own: the key that it scanned is its identity, as long as the device is there. Throws
 * where the key is of no device and lets none in.
 */
export async function admitPhone(service: Service, key: string, hello: PhoneHello): Promise<AdmittedPhone> {
  const phoneKeyHash = hashSecret(key.trim().toUpperCase());
  const known = await findPhone(service, phoneKeyHash);
  if (known) return known;
  const labels = { ...describePhone(hello), platform: stockPlatform };
  const { enrolment } = await createEnrolment(service, { key, ...labels }, { phoneKeyHash });
  const { _id: deviceId, name } = enrolment.device;
  return { deviceId, name, token: enrolment.token, hasAgent: false, isOnline: false };
}

async function findPhone({ prisma }: Service, phoneKeyHash: string): Promise<AdmittedPhone | undefined> {
  const device = await prisma.device.findUnique({
    where: { phoneKeyHash },
    include: { node: { select: { leaseUntil: true } } },
  });
  if (!device) return undefined;
  const { id: deviceId, name, platform, node } = device;
  const phone = { deviceId, name, isOnline: node !== null && node.leaseUntil > new Date() };
  if (platform !== stockPlatform) return { ...phone, hasAgent: true };
  const token = newSecret('hmd');
  const { count } = await prisma.device.updateMany({
    where: { id: deviceId, platform: stockPlatform },
    data: { tokenHash: hashSecret(token) },
  });
  return count === 1 ? { ...phone, hasAgent: false, token } : { ...phone, hasAgent: true };
}

/** Runs that the phone has started and not ended: it goes on with them while its connection is broken. */
export async function findKnownRuns({ pool }: Service, deviceId: string): Promise<KnownRun[]> {
  const { rows } = await pool.query<KnownRun>(
    `SELECT r.id AS "runId", j.name,
            COALESCE((SELECT max(seq) FROM "RunLog" l WHERE l."runId" = r.id), 0)::int AS seq
     FROM "Run" r JOIN "Job" j ON j.id = r."jobId"
     WHERE r."deviceId" = $1 AND r."finishedAt" IS NULL AND r."startedAt" IS NOT NULL`,
    [deviceId],
  );
  return rows;
}

export async function loadCode({ pool }: Service, sha256: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ bytes: Buffer }>('SELECT bytes FROM "Content" WHERE sha256 = $1', [
    sha256,
  ]);
  return rows[0]?.bytes.toString('utf8');
}
