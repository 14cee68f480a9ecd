import { ARCHIVE_VERSION, type ArchivedRevisions, type CreateJob, type DeviceRule } from '@drover/contract';
import { AGENT_VERSION } from '@drover/contract/app-version';
import type { Response } from 'express';
import { allDevices } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import type { Schedule } from '../../database/client/client';
import { orNotFound } from '../../errors/api-error';
import { sendFile } from '../artifacts/download';
import { refreshJobRequests } from '../jobs/saved-requests';
import { toWhen } from '../schedules/schedule-record';
import { ArchiveWriter } from './archive-writer';
import { exportDevscript } from './export-devscripts';

interface ExportRequest {
  accountId: string;
  revisions?: ArchivedRevisions;
}

/** Streams scripts, presets, schedules and device groups of an account as a ZIP archive. */
export async function exportArchive(context: AppContext, response: Response, request: ExportRequest) {
  const { accountId, revisions = 'all' } = request;
  const { name } = orNotFound(await context.prisma.account.findUnique({ where: { id: accountId } }));
  const createdAt = new Date();
  const writer = new ArchiveWriter(createdAt);
  const { body } = writer;
  const write = async () => {
    await exportGroups(context, writer, accountId);
    for await (const devscript of rowsOf((page) => context.prisma.devscript.findMany(page), accountId)) {
      await exportDevscript(context, writer, { devscript, revisions });
    }
    await exportPresets(context, writer, accountId);
    await exportSchedules(context, writer, accountId);
    const format = {
      format: 'drover-archive',
      version: ARCHIVE_VERSION,
      serverVersion: AGENT_VERSION,
    } as const;
    await writer.end({ ...format, workspace: { name }, revisions });
  };
  write().catch((error: Error) => body.destroy(error));
  const date = createdAt.toISOString().slice(0, 10);
  return sendFile(response, { name: `drover-${date}.zip`, type: 'application/zip', body });
}

/** Rows that are read at a time. Presets with code are large. */
const pageRows = 10;

interface Page {
  where: { accountId: string; id: { gt: string } };
  orderBy: { id: 'asc' };
  take: number;
}

/** Iterates over the rows of an account, the oldest first. */
async function* rowsOf<Row extends { id: string }>(
  find: (page: Page) => Promise<Row[]>,
  accountId: string,
): AsyncGenerator<Row, void, undefined> {
  for (let after = ''; ;) {
    const rows = await find({
      where: { accountId, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: pageRows,
    });
    yield* rows;
    if (rows.length < pageRows) return;
    after = rows[rows.length - 1].id;
  }
}

async function exportGroups({ prisma }: AppContext, writer: ArchiveWriter, accountId: string) {
  for await (const { id, originId, name, rule } of rowsOf(
    (page) => prisma.deviceGroup.findMany(page),
    accountId,
  )) {
    const members = await prisma.deviceGroupMember.findMany({
      where: { groupId: id },
      orderBy: { deviceId: 'asc' },
      select: { device: { select: { id: true, name: true } } },
    });
    const devices = rule ? null : members.map(({ device }) => ({ _id: device.id, name: device.name }));
    await writer.addRecord('device-group', {
      ...{ _id: originId ?? id, name, devices, rule: rule as DeviceRule | null },
    });
  }
}

async function exportPresets(context: AppContext, writer: ArchiveWriter, accountId: string): Promise<void> {
  const { prisma } = context;
  for await (const { id, originId, name, request } of rowsOf(
    (page) => prisma.preset.findMany(page),
    accountId,
  )) {
    const job = await toArchivedJob(context, accountId, request as CreateJob);
    await writer.addRecord('preset', { _id: originId ?? id, ...{ name, ...job } });
  }
}

async function exportSchedules(context: AppContext, writer: ArchiveWriter, accountId: string): Promise<void> {
  const { prisma } = context;
  for await (const row of rowsOf((page) => prisma.schedule.findMany(page), accountId)) {
    const { id, originId, name, overlap, missed, isPaused }: Schedule = row;
    const job = await toArchivedJob(context, accountId, row.job as CreateJob);
    const fields = { name, when: toWhen(row), ...job, overlap, missed, isPaused };
    await writer.addRecord('schedule', { _id: originId ?? id, ...fields });
  }
}

/** Returns the request of a job with current names of its devices, and with the IDs that its script and group have in archives. */
async function toArchivedJob(context: AppContext, accountId: string, stored: CreateJob) {
  const { prisma } = context;
  const [{ request, scriptName }] = await refreshJobRequests(context, allDevices(accountId), [stored]);
  const { scriptId, selector } = request;
  const select = { originId: true } as const;
  const script =
    scriptId === undefined
      ? null
      : await prisma.devscript.findFirst({ where: { id: scriptId, accountId }, select });
  const group =
    selector?.group === undefined
      ? null
      : await prisma.deviceGroup.findFirst({ where: { id: selector.group, accountId }, select });
  return {
    scriptName,
    job: {
      ...request,
      ...(script?.originId && { scriptId: script.originId }),
      ...(group?.originId && { selector: { ...selector, group: group.originId } }),
    },
  };
}
