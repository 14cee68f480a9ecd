import { hashSecret, newSecret } from '../auth/credentials';
import { createEnrolment } from '../features/enrolments/enrolments';
import type { AppContext } from '../context/app-context';
import { int } from '../database/expressions';
import { db, execute, executeFirst } from '../database/sql';
import { describePhone, type PhoneHello } from './dialect';
import type { KnownRun } from './stock-runs';

/** The platform of a phone that runs scripts with its stock app. The full agent reports another one in its hello. */
export const stockPlatform = 'android (AutoX)';

/** A phone whose enrolment key was accepted. */
export interface AdmittedPhone {
  deviceId: string;
  name: string;
  /** Whether the full agent has ever connected. The device token then belongs to the agent and is not issued again. */
  hasAgent: boolean;
  isOnline: boolean;
  /** A new device token with each connection, while there is no agent. */
  token?: string;
}

/**
 * Finds or enrols a phone. A phone has no ID of its own, so the key that it scanned identifies it for as long as the device
 * exists. Throws if the key belongs to no device and is not a valid enrolment key.
 */
export async function admitPhone(
  context: AppContext,
  key: string,
  hello: PhoneHello,
): Promise<AdmittedPhone> {
  const phoneKeyHash = hashSecret(key.trim().toUpperCase());
  const known = await findPhone(context, phoneKeyHash);
  if (known) return known;
  const labels = { ...describePhone(hello), platform: stockPlatform };
  const { enrolment } = await createEnrolment(context, { key, ...labels }, { phoneKeyHash });
  const { _id: deviceId, name } = enrolment.device;
  return { deviceId, name, token: enrolment.token, hasAgent: false, isOnline: false };
}

async function findPhone({ prisma }: AppContext, phoneKeyHash: string): Promise<AdmittedPhone | undefined> {
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

/** Returns the started runs of the phone. It continues them while it is disconnected. */
export async function findKnownRuns({ pool }: AppContext, deviceId: string): Promise<KnownRun[]> {
  const select = db
    .selectFrom('Run as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
    .select(({ selectFrom, fn, val }) => [
      'r.id as runId',
      'j.name',
      fn
        .coalesce(
          selectFrom('RunLog as l')
            .select(({ fn }) => fn.max('l.seq').as('seq'))
            .whereRef('l.runId', '=', 'r.id'),
          int(val(0)),
        )
        .as('seq'),
    ])
    .where('r.deviceId', '=', deviceId)
    .where('r.finishedAt', 'is', null)
    .where('r.startedAt', 'is not', null);
  return execute(pool, select);
}

export async function loadCode({ pool }: AppContext, sha256: string): Promise<string | undefined> {
  const content = await executeFirst(
    pool,
    db.selectFrom('Content').select('bytes').where('sha256', '=', sha256),
  );
  return content?.bytes.toString('utf8');
}
