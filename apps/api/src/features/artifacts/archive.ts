import { createUniquePaths, toFileName, toFilePath } from '@drover/contract/file-names';
import type { Response } from 'express';
import { once } from 'node:events';
import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { db, defineStatement, execute, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';
import { selectJobId } from '../../records/job-record';
import { orNotFound } from '../../errors/api-error';
import { getRun } from '../runs/runs';
import { sendFile } from './download';
import { readContent } from '../../blobs/read-content';

/** Artifacts that are read from the database at a time. */
const pageItems = 100;

type Owner = DeviceScope & ({ runId: string } | { jobId: string });

const selectPage = defineStatement(
  ({
    after,
    runId,
    jobId,
    ...scope
  }: Placeholders<{ accountId: string; after: string; runId?: string; jobId?: string } & ScopeValues>) =>
    db
      .selectFrom('Artifact as t')
      .innerJoin('ArtifactContent as c', (join) =>
        join.onRef('c.accountId', '=', 't.accountId').onRef('c.sha256', '=', 't.sha256'),
      )
      .innerJoin('Run as r', 'r.id', 't.runId')
      .select([
        't.id',
        't.name',
        't.savedAt',
        't.size',
        'c.key',
        'c.parts',
        'r.deviceId',
        'r.deviceName',
        'r.attempt',
      ])
      .where('t.accountId', '=', scope.accountId)
      .where(({ and, ref }) => and(isInScope(ref('t.deviceId'), scope)))
      .where('t.problem', 'is', null)
      .where('t.id', '>', after)
      .$if(runId !== undefined, (query) => query.where('t.runId', '=', runId!))
      .$if(jobId !== undefined, (query) => query.where('t.jobId', '=', jobId!))
      .orderBy('t.id')
      .limit(pageItems),
);

/**
 * Streams all artifacts of a run or a job as a ZIP archive: a page of them is read from the database when the one before
 * was sent. The paths of a job begin with the name of the device.
 */
export async function downloadArchive(context: AppContext, response: Response, owner: Owner) {
  await assertExists(context, owner);
  const zip = new ZipFile();
  const body = zip.outputStream as PassThrough;
  const name = 'runId' in owner ? `run-${owner.runId}.zip` : `job-${owner.jobId}.zip`;
  addArtifacts(context, zip, { owner, body }).then(
    () => zip.end(),
    (error: Error) => body.destroy(error),
  );
  return sendFile(response, { name, type: 'application/zip', body });
}

async function assertExists(context: AppContext, owner: Owner): Promise<void> {
  if ('runId' in owner) return void (await getRun(context, owner, owner.runId));
  const values = { accountId: owner.accountId, ...scopeValues(owner) };
  orNotFound(await executeFirst(context.pool, selectJobId(values, owner.jobId)));
}

async function addArtifacts(
  { pool, blobs }: AppContext,
  zip: ZipFile,
  { owner, body }: { owner: Owner; body: Readable },
): Promise<void> {
  const { groups: _groups, ...ids } = owner;
  const values = { ...ids, ...scopeValues(owner) };
  const toUnique = createUniquePaths();
  const toFolder = createFolders();
  let stream: Readable | undefined;
  body.once('close', () => stream?.destroy());
  for (let after = ''; !body.destroyed;) {
    const page = await execute(pool, prepared(selectPage({ ...values, after })));
    for (const { id, name, savedAt, size, deviceId, deviceName, attempt, ...content } of page) {
      const folder = 'runId' in owner ? '' : `${toFolder({ deviceId, deviceName, attempt })}/`;
      stream = readContent(blobs, content);
      stream.once('error', (error) => body.destroy(error));
      zip.addReadStream(stream, toUnique(folder + toFilePath(name)), {
        mtime: savedAt,
        size,
        compress: isCompressible(name),
      });
      if (body.destroyed) return;
      await once(stream, 'close');
      after = id;
    }
    if (page.length < pageItems) return;
  }
}

/** Creates a function that returns a folder for each device and attempt. Devices may have the same name. */
function createFolders() {
  const toUnique = createUniquePaths();
  const folders = new Map<string, string>();
  return ({ deviceId, deviceName, attempt }: { deviceId: string; deviceName: string; attempt: number }) => {
    const key = `${deviceId} ${attempt}`;
    const name = toFileName(attempt > 1 ? `${deviceName} attempt ${attempt}` : deviceName);
    const folder = folders.get(key) ?? toUnique(name);
    folders.set(key, folder);
    return folder;
  };
}

/** Pictures, archives and media are compressed already. */
function isCompressible(name: string): boolean {
  return !/\.(png|jpe?g|gif|webp|avif|mp[34]|webm|mov|zip|gz|tgz|bz2|xz|zst|7z|rar|apk|jar)$/i.test(name);
}
