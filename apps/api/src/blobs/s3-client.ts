import { AwsV4Signer } from 'aws4fetch';
import { createHash } from 'node:crypto';
import type { Bucket } from './s3-settings';

/** How long the storage may take until it responds. Sending a body is included, reading one is not. */
const responseTimeoutMs = 60_000;

/** Keys that are listed at a time. */
const pageItems = '100';

/** Most bytes of an error that are read. */
const errorChars = 2000;

/** The storage has refused a request. */
export class S3Error extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'the storage responded with status'} (${status})`);
  }
}

/** The objects of a bucket. Keys need no encoding in URLs. */
export class S3Client {
  constructor(private readonly bucket: Bucket) {}

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.send('PUT', key, { body });
  }

  /** Returns the body of an object, or the bytes from `start` to `end`, which is included. */
  async get(key: string, range?: { start: number; end: number }): Promise<Response['body']> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    return (await this.send('GET', key, { headers })).body;
  }

  /** Returns the first keys that begin with the prefix. */
  async list(prefix: string): Promise<string[]> {
    const response = await this.send('GET', '', {
      query: { 'list-type': '2', 'max-keys': pageItems, prefix },
    });
    return [...(await response.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key);
  }

  async delete(key: string): Promise<void> {
    await this.send('DELETE', key, {});
  }

  private async send(
    method: string,
    key: string,
    {
      body,
      headers,
      query,
    }: { body?: Uint8Array; headers?: Record<string, string>; query?: Record<string, string> },
  ): Promise<Response> {
    const { endpoint, accessKeyId, secretAccessKey, region } = this.bucket;
    const url = new URL(endpoint);
    if (key) url.pathname = `${url.pathname.replace(/\/$/, '')}/${key}`;
    url.search = new URLSearchParams(query).toString();
    // The storage refuses a body that arrives damaged.
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' },
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
    }).sign();
    const response = await fetchInTime(signed.url, {
      method,
      headers: signed.headers,
      body: body && new Uint8Array(body),
    });
    if (response.ok) return response;
    throw new S3Error(response.status, (await response.text()).slice(0, errorChars));
  }
}

async function fetchInTime(url: URL, init: RequestInit): Promise<Response> {
  const aborter = new AbortController();
  const seconds = responseTimeoutMs / 1000;
  const timer = setTimeout(
    () => aborter.abort(new Error(`no response within ${seconds} s`)),
    responseTimeoutMs,
  );
  try {
    return await fetch(url, { ...init, signal: aborter.signal });
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string } };
    throw new Error(`the storage cannot be reached: ${cause?.message ?? message}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
