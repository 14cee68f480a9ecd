import type {
  DecideReview,
  Devscript,
  FileKind,
  Paging,
  Project,
  Review,
  ReviewFileFilter,
  ReviewList,
} from '@drover/contract';
import type { DevscriptFile, Prisma } from '../../database/client/client';
import { toDevscript, withScript } from '../../records/devscript-record';
import { readContent } from '../../content/content';
import { readFile } from '../devscripts/files';
import { findProject } from '../devscripts/projects';
import { lockAnyDevscript, lockDevscript, type DevscriptIds } from '../devscripts/lock-devscript';
import { ApiError, orNotFound } from '../../errors/api-error';
import { listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';

const newestVersion = { orderBy: { createdAt: 'desc' }, take: 1 } as const;
const withOwner = {
  account: { select: { name: true } },
  files: true,
  script: { include: { versions: newestVersion } },
} as const;
type Row = Prisma.DevscriptGetPayload<{ include: typeof withOwner }>;

/** Submits a draft or a rejected devscript for review. With DROVER_REVIEW=auto it is approved at once. */
export async function submitReview({ prisma, settings }: AppContext, ids: DevscriptIds): Promise<Devscript> {
  return prisma.$transaction(async (transaction) => {
    const { reviewState, files } = await lockDevscript(transaction, ids);
    if (!files.some(({ kind }) => kind === 'code')) {
      throw new ApiError('conflict', { message: 'The script has no code yet. Upload its file first.' });
    }
    if (reviewState === 'in_review' || reviewState === 'approved') {
      const message =
        reviewState === 'approved' ? 'The script is already approved.' : 'The script is already in review.';
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

/** Turns a devscript in review back into a draft. Does nothing for a draft. */
export async function withdrawReview({ prisma }: AppContext, ids: DevscriptIds): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { reviewState } = await lockDevscript(transaction, ids);
    if (reviewState === 'draft') return;
    if (reviewState !== 'in_review') {
      throw new ApiError('conflict', {
        message: 'The review has ended. Upload new files and submit them to start another one.',
      });
    }
    await transaction.devscript.update({
      where: { id: ids.devscriptId },
      data: { reviewState: 'draft', submittedAt: null, updatedAt: new Date() },
    });
  });
}

/** Lists the devscripts in review of all accounts. */
export async function listReviews({ prisma }: AppContext, paging: Paging): Promise<ReviewList> {
  const where = { reviewState: 'in_review' } as const;
  return listPage(paging, {
    find: (page) =>
      prisma.devscript.findMany({ ...page, where: { AND: [where, page.where] }, include: withOwner }),
    count: (take) => prisma.devscript.count({ where, take }),
    item: toReview,
  });
}

/**
 * Returns the code or the configuration of a devscript in review, or that of its newest published version if the hash is
 * that one's. Reviewers cannot read drafts of other accounts.
 */
export async function getReviewFile(
  context: AppContext,
  file: ReviewFileFilter & { devscriptId: string; kind: FileKind },
): Promise<Buffer> {
  const published = file.sha256 && (await readPublished(context, file.devscriptId));
  const column = `${file.kind}Sha256` as const;
  if (published && published[column] === file.sha256) return readContent(context, file.sha256);
  return readFile(context, { ...file, devscript: { reviewState: 'in_review' } });
}

/**
 * Returns the source files that the code of a devscript in review was built from, or those of its newest published version
 * if the hash is that of its code.
 */
export async function getReviewProject(
  context: AppContext,
  { devscriptId, sha256 }: ReviewFileFilter & { devscriptId: string },
): Promise<Project> {
  const published = sha256 && (await readPublished(context, devscriptId));
  if (published && published.codeSha256 === sha256) return findProject(context, devscriptId, sha256);
  const file = await context.prisma.devscriptFile.findFirst({
    where: { devscriptId, kind: 'code', sha256, devscript: { reviewState: 'in_review' } },
  });
  return findProject(context, devscriptId, orNotFound(file).sha256);
}

/** Returns the newest published version of a devscript in review. */
async function readPublished({ prisma }: AppContext, devscriptId: string) {
  return prisma.scriptVersion.findFirst({
    where: { script: { devscriptId, devscript: { reviewState: 'in_review' } } },
    orderBy: { createdAt: 'desc' },
  });
}

/**
 * Approves or rejects a devscript in review, of any account. If two reviewers decide, the first decision counts. Fails
 * if the request contains hashes of other files than those in review.
 */
export async function updateReview(
  { prisma }: AppContext,
  devscriptId: string,
  { decision, note, ...readHashes }: DecideReview,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { reviewState, files } = await lockAnyDevscript(transaction, devscriptId);
    if (reviewState !== 'in_review') {
      throw new ApiError('conflict', { message: 'The script is not in review.' });
    }
    if (!isSameContent(getHashes(files), readHashes)) {
      throw new ApiError('conflict', {
        message:
          'Other files were submitted after you read these. Read the code and the configuration again.',
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

/** Returns whether the files in review are those that the reviewer read. A hash that is not given is not compared. */
function isSameContent(present: Hashes, { codeSha256, configSha256 }: Partial<Hashes>): boolean {
  return (
    (codeSha256 === undefined || codeSha256 === present.codeSha256) &&
    (configSha256 === undefined || configSha256 === present.configSha256)
  );
}

function getHashes(files: DevscriptFile[]): Hashes {
  const hashOf = (kind: FileKind) => files.find((file) => file.kind === kind)?.sha256;
  return { codeSha256: orNotFound(hashOf('code')), configSha256: hashOf('config') ?? null };
}

function toReview({ id, name, description, account, files, script, submittedAt }: Row): Review {
  const newest = script?.versions[0];
  return {
    ...{ devscriptId: id, name, description, ownerName: account.name },
    submittedAt: submittedAt?.toISOString() ?? null,
    ...getHashes(files),
    published: newest
      ? { version: newest.version, codeSha256: newest.codeSha256, configSha256: newest.configSha256 }
      : null,
  };
}
