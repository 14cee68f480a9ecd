import type { RetryRequest } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import {
  anyOf,
  booleans,
  insertFrom,
  ints,
  now,
  secondsFromNow,
  texts,
  unnest,
} from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import { settleAll } from '../../database/transaction';
import type { LocalLinks } from '../../bus/local-links';
import type { TargetedDevice } from '../devices/targets';
import { insertWarning } from '../runs/line-reports';
import type { AssignedVariants } from '../variants/variant';

const selectBusyDevices = defineStatement(({ deviceIds }: Placeholders<{ deviceIds: string[] }>) =>
  db
    .selectFrom('Run')
    .select('deviceId')
    .distinct()
    .where('deviceId', '=', anyOf(deviceIds))
    .where('finishedAt', 'is', null),
);

/** Returns the links of the devices that are connected to this node and have no open run, which would have to come first. */
export async function findReadyLinks(
  client: PoolClient,
  links: LocalLinks,
  deviceIds: string[],
): Promise<Map<string, string>> {
  const ready = new Map(
    deviceIds.flatMap((deviceId) => {
      const linkId = links.findReadyLink(deviceId);
      return linkId ? [[deviceId, linkId]] : [];
    }),
  );
  if (ready.size === 0) return ready;
  const busy = await execute(client, prepared(selectBusyDevices({ deviceIds: [...ready.keys()] })));
  for (const { deviceId } of busy) ready.delete(deviceId);
  return ready;
}

/** The deadline of held runs, which begins when they are released. It is later than any real deadline. */
const never = new Date('9999-12-31');

interface RunValues {
  jobId: string;
  accountId: string;
  scriptId: string | null;
  retriesLeft: number;
  isHeld: boolean;
  /** A deadline, or null for `deliverWithin` seconds from now. */
  deliverBy: Date | null;
  deliverWithin: number;
  ids: string[];
  deviceIds: string[];
  deviceNames: string[];
  waves: (number | null)[];
  areMarked: boolean[];
  /** The variant of each device, or empty if the job has none. */
  variants: (number | null)[];
  /** The variants whose logs begin with a warning. 0 is the job itself. */
  warned: number[];
}

const insertRunRows = defineStatement((run: Placeholders<RunValues>) => {
  const devices = unnest('v', {
    id: texts(run.ids),
    deviceId: texts(run.deviceIds),
    deviceName: texts(run.deviceNames),
    wave: ints(run.waves),
    isMarked: booleans(run.areMarked),
    variant: ints(run.variants),
  });
  return insertFrom(db.insertInto('Run'), db.selectFrom(devices), (eb) => ({
    id: eb.ref('v.id'),
    jobId: run.jobId,
    accountId: run.accountId,
    deviceId: eb.ref('v.deviceId'),
    deviceName: eb.ref('v.deviceName'),
    scriptId: run.scriptId,
    retriesLeft: run.retriesLeft,
    isHeld: run.isHeld,
    deliverBy: eb.fn.coalesce(run.deliverBy, secondsFromNow(run.deliverWithin)),
    wave: eb.ref('v.wave'),
    sentAt: eb.case().when('v.isMarked', '=', true).then(now).end(),
    variant: eb.ref('v.variant'),
    linesBefore: eb
      .case()
      .when(eb.fn.coalesce('v.variant', eb.lit(0)), '=', anyOf(run.warned))
      .then(eb.lit(1))
      .else(eb.lit(0))
      .end(),
  }));
});

/** The fields of a job that its runs share. */
interface RunFields {
  accountId: string;
  scriptId: string | null;
  retry?: RetryRequest;
  deliverWithin: number;
  warnings?: string[];
}

interface NewRuns {
  jobId: string;
  job: RunFields;
  devices: TargetedDevice[];
  /** In a rollout: the wave of each device, or empty if it has no waves. The runs are held. */
  waves?: number[];
  /** The links of devices whose runs are marked as sent. */
  linkIds?: ReadonlyMap<string, string>;
  variants?: AssignedVariants;
  /** Called once all statements are sent. */
  onSent?: () => void;
}

export async function insertRuns(
  client: PoolClient,
  { jobId, job, devices, waves, linkIds, variants, onSent }: NewRuns,
): Promise<ChangedRun[]> {
  const ids = devices.map(newId);
  const warnings = warningsOf(job, variants);
  const numberOf = ({ id }: TargetedDevice) => variants?.numbers.get(id) ?? null;
  const insert = insertRunRows({
    jobId,
    accountId: job.accountId,
    scriptId: job.scriptId,
    retriesLeft: job.retry ? job.retry.attempts - 1 : 0,
    isHeld: waves !== undefined,
    deliverBy: waves ? never : null,
    deliverWithin: job.deliverWithin,
    ids,
    deviceIds: devices.map(({ id }) => id),
    deviceNames: devices.map(({ name }) => name),
    waves: waves ?? [],
    areMarked: devices.map(({ id }) => linkIds?.has(id) ?? false),
    variants: variants?.used.length ? devices.map(numberOf) : [],
    warned: [...warnings.keys()],
  });
  const warned = [...warnings].flatMap(([number, text]) => {
    const runIds = ids.filter((_id, index) => (numberOf(devices[index]) ?? 0) === number);
    return runIds.length > 0 ? [{ runIds, text }] : [];
  });
  const inserted = settleAll([
    execute(client, prepared(insert)),
    ...warned.map(({ runIds, text }) => insertWarning(client, runIds, text)),
  ]);
  onSent?.();
  await inserted;
  return ids.map((id) => ({ id, state: 'queued' }));
}

/** Returns the texts at the beginning of logs, by the number of the variant. 0 is the job itself. */
function warningsOf({ warnings = [] }: RunFields, variants?: AssignedVariants): Map<number, string> {
  const lists = [{ number: 0, warnings }, ...(variants?.used ?? [])];
  return new Map(
    lists.flatMap(({ number, warnings: list }) => (list?.length ? [[number, list.join('; ')]] : [])),
  );
}
