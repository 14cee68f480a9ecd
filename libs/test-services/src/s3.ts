import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isListening } from './ports';
import { startPrivateServer, type PrivateServer } from './private-server';

const bucket = 'drover-test';

/** A server with the interface of S3, and one bucket. It stores objects as files. */
export interface S3Server extends PrivateServer {
  /** The settings of Drover that name the bucket. */
  settings: Record<string, string>;
  /** Returns the keys of the objects, by the files that contain them. */
  listKeys: () => string[];
}

/** Starts a private server. */
export async function startS3(): Promise<S3Server> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'drover-s3-'));
  const program = join(__dirname, 's3.process.cjs');
  const server = await startPrivateServer({
    url: `http://127.0.0.1:${port}`,
    description: 's3rver',
    directory,
    // It encrypts the tokens of pages with a cipher that newer versions of OpenSSL call legacy.
    command: [process.execPath, '--openssl-legacy-provider', program, directory, String(port), bucket],
    isReady: () => isListening(port),
  });
  return {
    ...server,
    settings: {
      S3_ENDPOINT: server.url,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    listKeys: () =>
      readdirSync(join(directory, bucket), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace(/\._S3rver_object$/, '')),
  };
}
