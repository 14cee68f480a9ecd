import { anyOf, now } from '../../database/expressions';
import { db, defineStatement, type Placeholders } from '../../database/sql';
import type { ArtifactKind } from '../../database/client/enums';

/** An upload that its device may continue. */
export const selectUpload = defineStatement(
  ({ deviceId, sha256 }: Placeholders<{ deviceId: string; sha256: string }>) =>
    db
      .selectFrom('ArtifactUpload')
      .select(['key', 'parts', 'bytes', 'size'])
      .where('deviceId', '=', deviceId)
      .where('sha256', '=', sha256)
      .where('isDiscarded', '=', false)
      .orderBy('key')
      .limit(1),
);

/** Adds a part, unless another request has added one meanwhile. */
export const addPart = defineStatement(
  ({
    key,
    parts,
    bytes,
    bytesBefore,
  }: Placeholders<{ key: string; parts: string[]; bytes: number; bytesBefore: number }>) =>
    db
      .updateTable('ArtifactUpload')
      .set({ parts, bytes, updatedAt: now })
      .where('key', '=', key)
      .where('bytes', '=', bytesBefore)
      .where('isDiscarded', '=', false),
);

/** Has the sweep delete the content of an upload. */
export const discardUpload = defineStatement(({ key }: Placeholders<{ key: string }>) =>
  db
    .updateTable('ArtifactUpload')
    .set({ isDiscarded: true, updatedAt: now })
    .where('key', '=', key)
    .where('isDiscarded', '=', false),
);

/** Ends an upload whose content is complete. */
export const deleteUpload = defineStatement(({ key }: Placeholders<{ key: string }>) =>
  db.deleteFrom('ArtifactUpload').where('key', '=', key).where('isDiscarded', '=', false),
);

interface ContentColumns {
  accountId: string;
  sha256: string;
  size: number;
  key: string;
  parts: string[];
}

/** Adds a content, or keeps the equal one that there is already. Returns the key of the one that remains. */
export const saveContent = defineStatement((content: Placeholders<ContentColumns>) =>
  db
    .insertInto('ArtifactContent')
    .values(content)
    .onConflict((conflict) => conflict.columns(['accountId', 'sha256']).doUpdateSet({ unusedSince: null }))
    .returning('key'),
);

/** Locks the content until the end of the transaction, so that the sweep does not delete it. */
export const useContent = defineStatement(
  ({ accountId, sha256 }: Placeholders<{ accountId: string; sha256: string }>) =>
    db
      .updateTable('ArtifactContent')
      .set({ unusedSince: null })
      .where('accountId', '=', accountId)
      .where('sha256', '=', sha256)
      .returning('size'),
);

/** Keeps retention from deleting the run until the end of the transaction. */
export const lockRun = defineStatement(({ runId }: Placeholders<{ runId: string }>) =>
  db.selectFrom('Run').select('id').where('id', '=', runId).forKeyShare(),
);

/** Makes the row of an account exist. */
export const addUsage = defineStatement(({ accountId }: Placeholders<{ accountId: string }>) =>
  db
    .insertInto('ArtifactUsage')
    .values({ accountId, deviceId: '', bytes: '0' })
    .onConflict((conflict) => conflict.columns(['accountId', 'deviceId']).doNothing()),
);

/** Locks the row of the account: artifacts of an account are added one after the other. */
export const lockUsage = defineStatement(({ accountId }: Placeholders<{ accountId: string }>) =>
  db
    .selectFrom('ArtifactUsage')
    .select('bytes')
    .where('accountId', '=', accountId)
    .where('deviceId', '=', '')
    .forUpdate(),
);

export const selectUsage = defineStatement(
  ({ accountId, deviceIds }: Placeholders<{ accountId: string; deviceIds: string[] }>) =>
    db
      .selectFrom('ArtifactUsage')
      .select(['deviceId', 'bytes'])
      .where('accountId', '=', accountId)
      .where('deviceId', '=', anyOf(deviceIds)),
);

/** The artifacts of a run so far, of which there are few. */
export const selectOfRun = defineStatement(({ runId }: Placeholders<{ runId: string }>) =>
  db.selectFrom('Artifact').select(['name', 'size', 'sha256', 'problem']).where('runId', '=', runId),
);

interface ArtifactColumns {
  id: string;
  runId: string;
  accountId: string;
  jobId: string;
  deviceId: string;
  name: string;
  kind: ArtifactKind;
  size: number;
  sha256: string;
  problem: string | null;
  savedAt: Date;
}

export const insertArtifact = defineStatement((artifact: Placeholders<ArtifactColumns>) =>
  db.insertInto('Artifact').values(artifact),
);
