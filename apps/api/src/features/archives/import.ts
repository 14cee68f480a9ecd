import type { ImportedRecord, ImportResult } from '@drover/contract';
import { rm } from 'node:fs/promises';
import type { AppContext } from '../../context/app-context';
import { ArchiveReader } from './archive-reader';
import type { ArchivedRecord } from './entries';
import { importDevscript } from './import-devscripts';
import { importGroup } from './import-groups';
import { importPreset, importSchedule } from './import-jobs';
import { ImportSession, toFailure, type Imported, type ImportRequest } from './import-session';
import { readRecord, verifyArchive } from './verify-archive';

/** Imports the archive in a file, and deletes the file. Nothing is changed unless all of the archive is valid. */
export async function importArchive(
  context: AppContext,
  request: ImportRequest,
  path: string,
): Promise<ImportResult> {
  try {
    const reader = await ArchiveReader.open(path);
    try {
      return await importRecords(new ImportSession(context, reader, request));
    } finally {
      reader.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

/** Imports record by record: each is imported as a whole, or not at all. */
async function importRecords(session: ImportSession): Promise<ImportResult> {
  const paths = await verifyArchive(session.reader);
  const records: ImportedRecord[] = [];
  for (const { path } of paths) {
    const archived = await readRecord(session.reader, path);
    const { _id: archiveId, name } = archived.record;
    const imported = await importRecord(session, archived).catch(failed);
    records.push({
      ...{ kind: archived.kind, name, archiveId, reason: null, detail: null },
      missingDevices: [],
      ...imported,
    });
  }
  const count = (outcome: ImportedRecord['outcome']) =>
    records.filter((record) => record.outcome === outcome).length;
  return {
    isApplied: !session.isDryRun,
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    missingSecrets: await session.findMissingSecrets(),
    missingFiles: await session.findMissingFiles(),
    records,
  };
}

function importRecord(session: ImportSession, { kind, record }: ArchivedRecord): Promise<Imported> {
  if (kind === 'device-group') return importGroup(session, record);
  if (kind === 'devscript') return importDevscript(session, record);
  if (kind === 'preset') return importPreset(session, record);
  return importSchedule(session, record);
}

function failed(error: unknown) {
  const { reason, detail, missingDevices } = toFailure(error);
  return { _id: null, outcome: 'failed' as const, reason, detail, missingDevices };
}
