import type {
  DecideReview,
  Devscript,
  FileKind,
  Paging,
  Review,
  ReviewFileFilter,
  ReviewList,
} from '@drover/contract';
import type { DevscriptFile, Prisma } from '../database/client/client';
import { toDevscript, withScript } from '../devscripts/devscript-record';
import { readFile } from '../devscripts/files';
import { holdAnyDevscript, holdDevscript, type DevscriptIds } from '../devscripts/hold';
import { ApiError, found } from '../http/api-error';
import { listPage } from '../http/lists';
import type { Service } from '../service';

const withOwner = { account: { select: { name: true } }, files: true } as const;
type Row = Prisma.DevscriptGetPayload<{ include: typeof withOwner }>;

/** Hands a draft, or what was rejected, to the reviewers. An installation may do without them. */
export async function submitReview({ prisma, settings }: Service, ids: DevscriptIds): Promise<Devscript> {
  return prisma.$transaction(async (transaction) => {
    const { reviewState, files } = await holdDevscript(transaction, ids);
    if (!files.some(({ kind }) => kind === 'code')) {
      throw new ApiError('conflict', { message: 'The script has no code yet. Upload its file first.' });
    }
    if (reviewState === 'in_review' || reviewState === 'approved') {
      const message =
        reviewState === 'approved'
          ? 'The script has passed review already.'
          : 'The script is in review already.';
      throw new ApiError('conflict', { message });
    }
    const row = await transaction.devscript.update({
      where: { id: ids.devscriptId },
      data: {
        reviewState: settings.DROVER_REVIEW === 'auto' ? 'approved' : 'in_review',
        reviewNote: null,
        submittedAt: new Date(),
        updatedAt: new Date(),
      },
      include: withScript,
    });
    return toDevscript(row);
  });
}

/** Makes a draft of what waits for review; of a draft there is nothing to withdraw. */
export async function withdrawReview({ prisma }: Service, ids: DevscriptIds): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { reviewState } = await holdDevscript(transaction, ids);
    if (reviewState === 'draft') return;
    if (reviewState !== 'in_review') {
      throw new ApiError('conflict', { message: 'The review is over. A new upload begins another one.' });
    }
    await transaction.devscript.update({
      where: { id: ids.devscriptId },
      data: { reviewState: 'draft', submittedAt: null, updatedAt: new Date() },
    });
  });
}

/** What waits for review, of all accounts of the installation. */
export async function listReviews({ prisma }: Service, paging: Paging): Promise<ReviewList> {
  const where = { reviewState: 'in_review' } as const;
  return listPage(paging, {
    find: (page) =>
      prisma.devscript.findMany({ ...page, where: { AND: [where, page.where] }, include: withOwner }),
    count: () => prisma.devscript.count({ where }),
    item: toReview,
  });
}

/** The code or the configuration that waits for review, for reviewers to read; others' drafts stay their own. */
export async function getReviewFile(
  service: Service,
  file: ReviewFileFilter & { devscriptId: string; kind: FileKind },
): Promise<Buffer> {
  return readFile(service, { ...file, devscript: { reviewState: 'in_review' } });
}

/**
 * Approves or rejects what waits for review, whoever owns it. Of two reviewers, the first decides; and whoever says
 * which files they read decides on no others.
 */
export async function updateReview(
  { prisma }: Service,
  devscriptId: string,
  { decision, note, ...read }: DecideReview,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { reviewState, files } = await holdAnyDevscript(transaction, devscriptId);
    if (reviewState !== 'in_review') {
      throw new ApiError('conflict', { message: 'The script is not in review.' });
    }
    if (!wasRead(hashesOf(files), read)) {
      throw new ApiError('conflict', {
        message:
          'Other files were submitted since these were read. Read the code and the configuration again.',
      });
    }
    await transaction.devscript.update({
      where: { id: devscriptId },
      data: {
        reviewState: decision === 'approve' ? 'approved' : 'rejected',
        reviewNote: note ?? null,
        updatedAt: new Date(),
      },
    });
  });
}

type Hashes = Pick<Review, 'codeSha256' | 'configSha256'>;

/** Whether the files are those that were read, as far as the reviewer says which. */
function wasRead(present: Hashes, { codeSha256, configSha256 }: Partial<Hashes>): boolean {
  return (
    (codeSha256 === undefined || codeSha256 === present.codeSha256) &&
    (configSha256 === undefined || configSha256 === present.configSha256)
  );
}

function hashesOf(files: DevscriptFile[]): Hashes {
  const hashOf = (kind: FileKind) => files.find((file) => file.kind === kind)?.sha256;
  return { codeSha256: found(hashOf('code')), configSha256: hashOf('config') ?? null };
}

function toReview({ id, name, description, account, files, submittedAt }: Row): Review {
  return {
    ...{ devscriptId: id, name, description, ownerName: account.name },
    submittedAt: submittedAt?.toISOString() ?? null,
    ...hashesOf(files),
  };
}
