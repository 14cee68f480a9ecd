import { join } from 'node:path';
import type { BlobStore } from './blob-store';
import { createDiskBlobs } from './disk-blobs';
import { createS3Blobs } from './s3-blobs';
import { bucketOf, type S3Settings } from './s3-settings';

/** Opens the bucket that the settings name, or the folder `artifacts` of the data directory. */
export function openBlobs(settings: S3Settings & { DATA_DIR: string }): BlobStore {
  const disk = createDiskBlobs(join(settings.DATA_DIR, 'artifacts'));
  const bucket = bucketOf(settings);
  return bucket ? createS3Blobs(bucket, disk) : disk;
}
