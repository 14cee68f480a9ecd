import type { AppContext } from '../../context/app-context';
import { now, secondsAgo } from '../../database/expressions';
import { db, execute, executeCount, executeFirst } from '../../database/sql';
import { transact } from '../../database/transaction';
import { sweepInputFiles } from '../input-files/sweep';
import { startPeriodicTask } from '../../tasks/periodic-task';

const intervalMs = 10 * 60_000;

/** How long a device may take between two parts, and for how long content without an artifact is stored. */
const graceSeconds = 48 * 3600;

/** Most contents, and most uploads, that one transaction looks at. */
const maxRows = 100;

/** Deletes abandoned uploads and unused content, and returns how many folders of blobs were deleted. */
export async function sweepArtifacts(context: AppContext): Promise<number> {
  await sweepInputFiles(context);
  await discardAbandoned(context);
  while ((await discardUnused(context)) === maxRows);
  let deleted = 0;
  for (let key = ''; ; deleted += 1) {
    const next = await findDiscarded(context, key);
    if (!next) return deleted;
    ({ key } = next);
    await context.blobs.remove(key);
    await execute(context.pool, db.deleteFrom('ArtifactUpload').where('key', '=', key));
  }
}

function discardAbandoned({ pool }: AppContext): Promise<number> {
  const abandoned = db
    .updateTable('ArtifactUpload')
    .set({ isDiscarded: true })
    .where('updatedAt', '<', secondsAgo(graceSeconds))
    .where('isDiscarded', '=', false);
  return executeCount(pool, abandoned);
}

/** Turns content that no artifact has used for the grace time into discarded uploads. Returns how many it looked at. */
function discardUnused({ pool }: AppContext): Promise<number> {
  return transact(pool, async (client) => {
    const unused = await execute(
      client,
      db
        .selectFrom('ArtifactContent')
        .select(['accountId', 'sha256', 'key', 'size'])
        .where('unusedSince', '<', secondsAgo(graceSeconds))
        .orderBy('unusedSince')
        .limit(maxRows)
        .forUpdate()
        .skipLocked(),
    );
    for (const { accountId, sha256, key, size } of unused) {
      // A statement of its own sees artifacts that were committed before the row was locked.
      const isUsed = await executeFirst(
        client,
        db
          .selectFrom('Artifact')
          .select('id')
          .where('accountId', '=', accountId)
          .where('sha256', '=', sha256)
          .where('problem', 'is', null)
          .limit(1),
      );
      const content = { accountId, sha256 };
      if (isUsed) {
        await execute(
          client,
          db
            .updateTable('ArtifactContent')
            .set({ unusedSince: null })
            .where((eb) => eb.and(content)),
        );
      } else {
        await execute(
          client,
          db.deleteFrom('ArtifactContent').where((eb) => eb.and(content)),
        );
        const discarded = {
          ...content,
          key,
          size,
          deviceId: '',
          parts: [],
          isDiscarded: true,
          updatedAt: now,
        };
        await execute(client, db.insertInto('ArtifactUpload').values(discarded));
      }
    }
    return unused.length;
  });
}

function findDiscarded({ pool }: AppContext, after: string): Promise<{ key: string } | undefined> {
  const select = db
    .selectFrom('ArtifactUpload')
    .select('key')
    .where('isDiscarded', '=', true)
    .where('key', '>', after)
    .orderBy('key')
    .limit(1);
  return executeFirst(pool, select);
}

/** Sweeps every ten minutes. Returns the function that stops it. */
export function startArtifactSweep(context: AppContext): () => Promise<unknown> {
  const task = startPeriodicTask(() => sweepArtifacts(context), {
    everyMs: intervalMs,
    log: context.log,
    failure: 'failed to delete unused content of artifacts',
  });
  return () => task.end();
}
