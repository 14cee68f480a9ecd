import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../context/app-context';
import { startPeriodicTask } from '../../tasks/periodic-task';
import { claimSync, type ClaimedSync } from './queue';
import { syncFolder, syncRepository } from './sync';

const everyMs = 1_000;

/** An account has one sync at a time on a server, so that slow Git servers do not delay other accounts. */
const maxSyncing = 4;

/** Folders of servers that were killed. No sync takes so long. */
const staleMs = 3_600_000;

/** Syncs repositories when they are due. Returns the function that stops it, and lets another server go on. */
export function startRepositories(context: AppContext): () => Promise<void> {
  const { log } = context;
  const closing = new AbortController();
  const inProgress = new Map<ClaimedSync, Promise<void>>();
  const task = startPeriodicTask(syncDue, { everyMs, log, failure: 'could not claim syncs of repositories' });
  const cleaning = removeStale(context).catch((error: unknown) =>
    log.warn({ err: error }, 'could not remove folders of former syncs'),
  );

  async function syncDue(): Promise<void> {
    while (inProgress.size < maxSyncing) {
      const busyAccountIds = [...inProgress.keys()].map(({ repository }) => repository.accountId);
      const claim = await claimSync(context, busyAccountIds);
      if (!claim) return;
      start(claim);
    }
  }

  function start(claim: ClaimedSync): void {
    const sync = syncRepository(context, claim, closing.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'could not record a sync; it will be repeated'))
      .finally(() => {
        inProgress.delete(claim);
        task.runNow();
      });
    inProgress.set(claim, sync);
  }

  return async () => {
    closing.abort();
    await task.end();
    await Promise.all([...inProgress.values(), cleaning]);
  };
}

async function removeStale(context: AppContext): Promise<void> {
  const folder = syncFolder(context);
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > staleMs) await rm(join(folder, name), { recursive: true, force: true });
  }
}
