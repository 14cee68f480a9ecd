import { cutChars, LIMITS } from '@drover/contract';
import { ApiError } from '../../errors/api-error';

/** A reason why a repository cannot be synced, which its owner is told. */
export class SyncError extends Error {}

/** A Git server that does not answer, or fails itself. It may answer later. */
export class UnreachableError extends SyncError {}

/** Says which project an error of the request interface is about. */
export function ofProject(folder: string, error: unknown): unknown {
  return error instanceof ApiError ? new SyncError(`${folder || 'The project'}: ${error.message}`) : error;
}

/** Removes control characters, which come from names in repositories and messages of Git servers. */
export function toStorable(text: string): string {
  return cutChars(text.replaceAll(/[^\P{Cc}\n]/gu, '\ufffd').trim(), LIMITS.syncErrorChars);
}

/** Names a pinned branch or tag in each line of an error. */
export async function namingRef<Result>(ref: string, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof SyncError) error.message = error.message.replaceAll(/^/gm, `${ref}: `);
    throw error;
  }
}
/** Another push came first. */
export class RemoteMovedError extends SyncError {}
