import { CreateJob, type ArchivedPreset, type ArchivedSchedule, type When } from '@drover/contract';
import { isDeepStrictEqual } from 'node:util';
import { allDevices } from '../../auth/caller';
import type { Prisma, Schedule } from '../../database/client/client';
import { newId } from '../../database/ids';
import { assertQuota } from '../../database/quota';
import { refreshJobRequests } from '../jobs/saved-requests';
import { insertPreset, replacePreset } from '../presets/presets';
import { toWhen } from '../schedules/schedule-record';
import { approvedColumns, readClock, scheduleQuota, skipWaiting } from '../schedules/schedules';
import { readWhen, type Times } from '../schedules/times';
import { findRunnables } from '../scripts/runnable';
import { transact } from '../../database/transaction';
import { db, execute } from '../../database/sql';
import { now } from '../../database/expressions';
import { type ImportSession, type Imported, ImportFailure } from './import-session';

/** Imports a preset. */
export async function importPreset(session: ImportSession, archived: ArchivedPreset): Promise<Imported> {
  const { context, accountId, isDryRun } = session;
  const { _id: originId, name } = archived;
  const { job: request, missingDevices } = await toLocalJob(session, archived);
  const existing = await context.prisma.preset.findFirst({ where: session.own(originId) });
  await session.assertNameIsFree('Preset', { id: existing?.id, name });
  if (!existing) {
    await session.assertRoom('preset');
    const _id = isDryRun ? null : await insertPreset(context, accountId, { name, request, originId });
    return { _id, outcome: 'created', missingDevices };
  }
  const { id: _id } = existing;
  if (existing.name === name && (await isSameJob(session, existing.request, request))) {
    return { _id, outcome: 'unchanged', missingDevices };
  }
  if (!isDryRun) await replacePreset(context, { accountId, presetId: _id }, { name, request });
  return { _id, outcome: 'changed', missingDevices };
}

/** Imports a schedule. One that is created or changed is paused, so that nothing starts by surprise. */
export async function importSchedule(session: ImportSession, archived: ArchivedSchedule): Promise<Imported> {
  const { context, accountId, isDryRun } = session;
  const { _id: originId, name, when, overlap, missed } = archived;
  const times = toTimes(when, await readClock(context.pool));
  const { job, missingDevices } = await toLocalJob(session, archived);
  const existing = await context.prisma.schedule.findFirst({ where: session.own(originId) });
  const stored = { name, ...times, overlap, missed };
  if (!existing) {
    await session.assertRoom('schedule');
    const id = newId();
    if (isDryRun) return { _id: null, outcome: 'created', missingDevices };
    await context.prisma.$transaction(async (transaction) => {
      await assertQuota(transaction, { accountId, ...scheduleQuota });
      const scriptId = job.scriptId ?? null;
      await transaction.schedule.create({
        data: {
          ...{ id, accountId, originId, ...stored, scriptId },
          ...{ job: job as Prisma.InputJsonValue, isPaused: true },
        },
      });
    });
    return { _id: id, outcome: 'created', missingDevices };
  }
  const { id: _id } = existing;
  const isSame =
    existing.name === name &&
    existing.overlap === overlap &&
    existing.missed === missed &&
    isDeepStrictEqual(toWhen(existing), toWhen(times)) &&
    (await isSameJob(session, existing.job, job));
  if (isSame) return { _id, outcome: 'unchanged', missingDevices };
  if (!isDryRun) await replaceSchedule(session, _id, { ...stored, job });
  return { _id, outcome: 'changed', missingDevices };
}

type StoredSchedule = Times & Pick<Schedule, 'name' | 'overlap' | 'missed'> & { job: CreateJob };

async function replaceSchedule(
  { context, accountId }: ImportSession,
  scheduleId: string,
  { job, ...stored }: StoredSchedule,
): Promise<void> {
  await transact(context.pool, async (client) => {
    const update = db
      .updateTable('Schedule')
      .set({
        ...stored,
        job: JSON.stringify(job),
        scriptId: job.scriptId ?? null,
        ...approvedColumns({}),
        isPaused: true,
        nextAt: null,
        revision: (eb) => eb('revision', '+', 1),
        updatedAt: now,
      })
      .where('id', '=', scheduleId)
      .where('accountId', '=', accountId);
    await execute(client, update);
    await skipWaiting(client, scheduleId);
  });
}

/** A schedule that is over is imported too. */
function toTimes(when: When, clock: Date): Times {
  const { at } = when;
  if (at === undefined) return readWhen(when, clock, 'when.');
  return { cron: null, timeZone: null, at: new Date(at), everyMinutes: null, anchorAt: clock };
}

/** Replaces the IDs of the archive in the request of a job by those of the workspace. */
async function toLocalJob(
  session: ImportSession,
  { job, scriptName }: ArchivedPreset | ArchivedSchedule,
): Promise<{ job: CreateJob; missingDevices: string[] }> {
  const local = { ...job };
  if (job.scriptId !== undefined) local.scriptId = await findScript(session, job.scriptId, scriptName);
  if (job.selector?.group !== undefined) {
    const group = session.idOf('device-group', job.selector.group);
    if (group === undefined) throw new ImportFailure('group_missing');
    local.selector = { ...job.selector, group };
  }
  const { ids, missing } = await session.findDevices(job.devices ?? []);
  if (job.devices) {
    if (ids.length === 0) throw new ImportFailure('devices_missing', null, missing);
    local.devices = ids.map((_id) => ({ _id }));
  }
  const parsed = CreateJob.safeParse(local);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ImportFailure('invalid', `job.${issue?.path.join('.')}: ${issue?.message}.`);
  }
  session.addReferences(job.vars);
  return { job: parsed.data, missingDevices: missing };
}

async function findScript(session: ImportSession, archiveId: string, name: string | null): Promise<string> {
  const imported = session.idOf('devscript', archiveId);
  if (imported !== undefined) return imported;
  const [runnable] = await findRunnables(session.context, session.accountId, [archiveId]);
  if (!runnable) throw new ImportFailure('script_missing', name);
  return runnable.id;
}

/** Names of devices are labels, which requests may omit. Devices that were deleted are not in archives either. */
async function isSameJob(
  { context, accountId }: ImportSession,
  stored: unknown,
  job: CreateJob,
): Promise<boolean> {
  const [{ request }] = await refreshJobRequests(context, allDevices(accountId), [stored as CreateJob]);
  return isDeepStrictEqual(withoutNames(request), withoutNames(job));
}

function withoutNames(job: CreateJob): unknown {
  const devices = job.devices && [...new Set(job.devices.map(({ _id }) => _id))].sort();
  return JSON.parse(JSON.stringify({ ...job, devices })) as unknown;
}
