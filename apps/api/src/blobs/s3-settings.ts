import { z } from 'zod';

/** Settings of S3-compatible storage, which replaces the folder of artifacts. */
export const s3Settings = {
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, message: 'must be a URL such as https://s3.eu-central-1.amazonaws.com' })
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as drover-artifacts')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w./-]{1,200}$/, 'must have letters, digits, and - _ . / only')
    .transform((prefix) => foldersOf(prefix).join('/'))
    .optional(),
  S3_PATH_STYLE: z.enum(['true', 'false']).default('true'),
};

/** Returns the parts of a path, without empty ones at its ends and in between. */
function foldersOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

export type S3Settings = z.infer<z.ZodObject<typeof s3Settings>>;

const required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Returns a setting and what is wrong with it. */
export function findS3Problem(settings: S3Settings): [name: string, message: string] | undefined {
  const missing = required.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === required.length) return undefined;
  return [missing[0], `is missing: ${required.join(', ')} must be set together`];
}

/** Where the bucket is, and how to sign requests. */
export interface Bucket {
  /** URL of the bucket. */
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Begins the key of every object, without a slash at its end. */
  prefix: string;
}

/** Returns the bucket that the settings name, if they name one. */
export function bucketOf(settings: S3Settings): Bucket | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  const endpoint = new URL(S3_ENDPOINT);
  if (settings.S3_PATH_STYLE === 'true')
    endpoint.pathname = [...foldersOf(endpoint.pathname), S3_BUCKET].join('/');
  else endpoint.hostname = `${S3_BUCKET}.${endpoint.hostname}`;
  return {
    endpoint: endpoint.href,
    name: S3_BUCKET,
    region: settings.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    prefix: settings.S3_PREFIX ?? '',
  };
}
