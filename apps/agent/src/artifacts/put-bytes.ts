import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Connections are closed before a server closes them, because a request on a closed one fails. */
const idleMs = 3000;

const agents = {
  http: new HttpAgent({ keepAlive: true, timeout: idleMs }),
  https: new HttpsAgent({ keepAlive: true, timeout: idleMs }),
};

interface Put {
  headers: Record<string, string>;
  bytes: number;
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

/** The status and the body of a response. */
export interface PutResponse {
  status: number;
  text: string;
}

/** Sends a PUT request. `fetch` copies the body several times, which takes three times as much processor time. */
export async function putBytes(url: string, { headers, bytes, body, signal }: Put): Promise<PutResponse> {
  const isHttps = url.startsWith('https:');
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      method: 'PUT',
      agent: isHttps ? agents.https : agents.http,
      headers: { ...headers, 'content-length': bytes },
      signal,
    };
    const put = isHttps ? requestHttps(url, options) : requestHttp(url, options);
    put.on('response', resolve).on('error', reject);
    pipeline(body, put, (error) => error && reject(error));
  });
  return { status: response.statusCode ?? 0, text: await text(response) };
}
