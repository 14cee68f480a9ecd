import { hashSecret } from '../auth/credentials';
import { createEnrolment, isPhoneKey } from '../features/enrolments/enrolments';
import type { AppContext } from '../context/app-context';
import { int } from '../database/expressions';
import { db, execute, executeFirst } from '../database/sql';
import { describePhone, type PhoneHello } from './dialect';
import type { KnownRun } from './stock-runs';

/** The platform of a phone that runs scripts with its stock app. The full agent reports another one in its hello. */
export const stockPlatform = 'android (AutoX)';

/** A phone that is enrolled. */
export interface EnrolledPhone {
  deviceId: string;
  accountId: string;
  name: string;
  tokenHash: string;
  /** Whether the full agent has ever connected. It has stored the device token then. */
  hasAgent: boolean;
  isOnline: boolean;
}

/** Whether a key may enrol a phone (`new`), or has enrolled one (`used`). */
export async function findKey(context: AppContext, key: string): Promise<'new' | 'used' | 'invalid'> {
  if (await findPhone(context, key)) return 'used';
  if (await isPhoneKey(context, key)) return 'new';
  // The key may have enrolled a phone between both statements.
  return (await findPhone(context, key)) ? 'used' : 'invalid';
}

/** Finds the phone that a key has enrolled. The key does not prove that the client is this phone: its token does. */
export async function findPhone({ prisma }: AppContext, key: string): Promise<EnrolledPhone | undefined> {
  const device = await prisma.device.findUnique({
    where: { phoneKeyHash: hashKey(key) },
    include: { node: { select: { leaseUntil: true } } },
  });
  if (!device) return undefined;
  const { id: deviceId, accountId, name, platform, node, tokenHash } = device;
  const isOnline = node !== null && node.leaseUntil > new Date();
  return { deviceId, accountId, name, tokenHash, isOnline, hasAgent: platform !== stockPlatform };
}

/** Enrols a phone that has stored a device token. Throws if the key has been used, has expired or was revoked. */
export async function enrolPhone(
  context: AppContext,
  { key, token }: { key: string; token: string },
  hello: PhoneHello,
): Promise<EnrolledPhone> {
  const labels = { ...describePhone(hello), platform: stockPlatform };
  const phone = { phoneKeyHash: hashKey(key), token };
  const { enrolment, accountId } = await createEnrolment(context, { key, ...labels }, phone);
  const { _id: deviceId, name } = enrolment.device;
  return { deviceId, accountId, name, tokenHash: hashSecret(token), hasAgent: false, isOnline: false };
}

function hashKey(key: string): string {
  return hashSecret(key.trim().toUpperCase());
}

/** Returns the started runs of the phone. It continues them while it is disconnected. */
export async function findKnownRuns({ pool }: AppContext, deviceId: string): Promise<KnownRun[]> {
  const select = db
    .selectFrom('Run as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('RunLog as b')
          .select('b.lastSeq')
          .whereRef('b.runId', '=', 'r.id')
          .orderBy('b.seq', 'desc')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .select(['r.id as runId', 'j.name'])
    .select((eb) => int(eb.fn.coalesce(eb('l.lastSeq', '-', eb.ref('r.linesBefore')), eb.val(0))).as('seq'))
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
