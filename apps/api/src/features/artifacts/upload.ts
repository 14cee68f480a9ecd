import {
  ARTIFACT_ASK_FIRST_BYTES,
  ARTIFACT_REQUEST_BYTES,
  LIMITS,
  type ArtifactUpload,
  type ArtifactUploadState,
} from '@drover/contract';
import type { ClientBase } from 'pg';
import { publishArtifacts } from '../../bus/publish-changes';
import { whenStored } from '../../blobs/when-stored';
import type { AppContext } from '../../context/app-context';
import { newId } from '../../database/ids';
import { db, execute, executeCount, executeFirst, prepared } from '../../database/sql';
import { transact } from '../../database/transaction';
import { ApiError, orNotFound } from '../../errors/api-error';
import type { RequestBody } from '../../http/request-body';
import { findQuotaProblem } from './quotas';
import { storeParts, type Upload, type Uploader } from './upload-parts';
import {
  addUsage,
  deleteUpload,
  discardUpload,
  insertArtifact,
  lockRun,
  lockUsage,
  saveContent,
  selectOfRun,
  selectUpload,
  useContent,
} from './upload-statements';

/** What a device says about the artifact. */
export interface UploadRequest extends ArtifactUpload {
  /** SHA-256 of the content. */
  sha256: string;
  body: RequestBody;
}

interface Ids extends Uploader {
  runId: string;
  jobId: string;
}

/**
 * Handles one request of an upload. Handling a request twice changes nothing: a run has one artifact of a name, and a part
 * is added once. The artifact is visible once its complete content has the SHA-256.
 */
export async function uploadArtifact(
  context: AppContext,
  uploader: Uploader,
  request: UploadRequest,
): Promise<ArtifactUploadState> {
  // Both at once: a round trip less for each part.
  const [ids, found] = await Promise.all([
    findRun(context, uploader, request.runId),
    findUpload(context, uploader, request),
  ]);
  if (mayBeStored(request)) {
    const existing = await addArtifact(context, { ids, request });
    if (existing) return existing;
  }
  const upload = found ?? { key: newId(), parts: [], bytes: 0, isNew: true };
  // A server may have ended after it had stored the last part.
  const isComplete = !('isNew' in upload) && upload.bytes === request.size;
  if (!isComplete && request.offset !== upload.bytes) return incomplete(upload.bytes);
  const content = isComplete ? upload : await storeParts(context, { uploader, request, upload });
  if (!content || content.bytes < request.size) {
    return incomplete(content?.bytes ?? (await offsetOf(context, uploader, request)));
  }
  const sha256 = await whenStored(context, context.uploadHashes.finish(context.blobs, content));
  if (sha256 !== request.sha256) {
    await execute(context.pool, discardUpload({ key: content.key }));
    return { state: 'mismatch' };
  }
  return orUnavailable(await addArtifact(context, { ids, request, content }));
}

function incomplete(offset: number): ArtifactUploadState {
  return { state: 'incomplete', offset, maxBytes: ARTIFACT_REQUEST_BYTES };
}

/** Whether the content may be stored already. Devices ask that without an offset first, unless the content is small. */
function mayBeStored({ offset, size }: UploadRequest): boolean {
  return offset === undefined || (offset === 0 && size <= ARTIFACT_ASK_FIRST_BYTES);
}

async function findRun({ pool }: AppContext, uploader: Uploader, runId: string): Promise<Ids> {
  const { deviceId, accountId } = uploader;
  const select = db
    .selectFrom('Run')
    .select('jobId')
    .where('id', '=', runId)
    .where('deviceId', '=', deviceId)
    .where('accountId', '=', accountId);
  const { jobId } = orNotFound(await executeFirst(pool, select));
  return { deviceId, accountId, runId, jobId };
}

async function findUpload(
  { pool }: AppContext,
  { deviceId }: Uploader,
  { sha256, size }: UploadRequest,
): Promise<Upload | undefined> {
  const upload = await executeFirst(pool, prepared(selectUpload({ deviceId, sha256 })));
  if (upload && upload.size !== size) {
    await execute(pool, discardUpload({ key: upload.key }));
    return undefined;
  }
  return upload;
}

async function offsetOf(context: AppContext, uploader: Uploader, request: UploadRequest): Promise<number> {
  return (await findUpload(context, uploader, request))?.bytes ?? 0;
}

/**
 * Adds the artifact to its run if its content is complete, or is stored already, or if a quota refuses it. Returns
 * undefined if the content is missing.
 */
async function addArtifact(
  context: AppContext,
  { ids, request, content }: NewArtifact,
): Promise<ArtifactUploadState | undefined> {
  const { accountId } = ids;
  await execute(context.pool, prepared(addUsage({ accountId })));
  const added = await transact(context.pool, async (client) => {
    const usage = await executeFirst(client, prepared(lockUsage({ accountId })));
    const others = await execute(client, prepared(selectOfRun({ runId: ids.runId })));
    const known = others.find(({ name }) => name === request.name);
    if (known) return { state: toState(known, request) };
    if (others.length >= LIMITS.runArtifacts) {
      return { state: refuse(`a run can have at most ${LIMITS.runArtifacts} artifacts`) };
    }
    const problem = await findQuotaProblem(client, { ...ids, size: request.size, others, usage });
    if (!problem && !(await takeContent(client, { ids, request, content }))) return undefined;
    orNotFound(await executeFirst(client, prepared(lockRun({ runId: ids.runId }))));
    const artifactId = await insert(client, { ids, request, problem });
    return { state: problem ? refuse(problem) : ({ state: 'stored' } as const), artifactId };
  });
  if (added?.artifactId) publishArtifacts(context, [{ accountId, artifactId: added.artifactId }]);
  return added?.state;
}

function refuse(problem: string): ArtifactUploadState {
  return { state: 'refused', problem };
}

/** The answer for an artifact whose name the run has already. */
function toState(
  known: { sha256: string; problem: string | null },
  { name, sha256 }: UploadRequest,
): ArtifactUploadState {
  if (known.problem !== null) return refuse(known.problem);
  if (known.sha256 === sha256) return { state: 'stored' };
  return refuse(`the run has another artifact of the name "${name.slice(0, 60)}"`);
}

interface NewArtifact {
  ids: Ids;
  request: UploadRequest;
  content?: Upload;
  problem?: string;
}

/** Saves the content, or finds the equal one. Locks it until the commit. Returns whether there is one. */
async function takeContent(
  client: ClientBase,
  { ids: { accountId }, request: { sha256, size }, content }: NewArtifact,
): Promise<boolean> {
  if (!content) {
    const stored = await executeFirst(client, prepared(useContent({ accountId, sha256 })));
    return stored?.size === size;
  }
  const { key, parts } = content;
  const stored = await executeFirst(client, prepared(saveContent({ accountId, sha256, size, key, parts })));
  const isEqual = stored?.key !== key;
  const ended = isEqual ? discardUpload({ key }) : deleteUpload({ key });
  // The sweep has discarded an upload that took too long.
  if ((await executeCount(client, prepared(ended))) === 0 && !isEqual) throw unavailable();
  return true;
}

async function insert(client: ClientBase, { ids, request, problem }: NewArtifact): Promise<string> {
  const { accountId, deviceId, runId, jobId } = ids;
  const { name, kind, size, sha256, ageMs } = request;
  const [id, savedAt] = [newId(), new Date(Date.now() - ageMs)];
  const artifact = {
    id,
    runId,
    accountId,
    jobId,
    deviceId,
    name,
    kind,
    size,
    sha256,
    problem: problem ?? null,
  };
  await execute(client, prepared(insertArtifact({ ...artifact, savedAt })));
  return id;
}

function unavailable(): ApiError {
  return new ApiError('unavailable', {
    message: 'The upload took too long. Begin again.',
    retryAfterSeconds: 1,
  });
}

function orUnavailable<State>(state: State | undefined): State {
  if (!state) throw unavailable();
  return state;
}
