import { cutChars, LIMITS } from '@drover/contract';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { VERSION } from '../version';
import { hostOf } from './targets';

/** UTF-8 takes up to 4 bytes for a character of the log; what follows is not read. */
const answerBytes = LIMITS.webhookLoggedChars * 4;

/** What the log keeps of an answer's headers. */
const keptHeaders = ['content-type', 'date', 'location', 'retry-after', 'server'];

/** What is sent where. */
export interface WebhookRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  lookup?: LookupFunction;
  signal: AbortSignal;
}

export interface WebhookAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends it on a connection of its own; redirects are not followed, and of the answer no more is read than is kept. */
export async function post({ url, body, ...options }: WebhookRequest): Promise<WebhookAnswer> {
  const bytes = Buffer.from(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      ...options,
      method: 'POST',
      protocol: url.protocol,
      hostname: hostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      agent: false,
      headers: {
        ...options.headers,
        'content-type': 'application/json',
        'content-length': bytes.length,
        'user-agent': `Drover/${VERSION}`,
      },
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end(bytes);
  });
  return {
    status: answer.statusCode ?? 0,
    headers: keptOf(answer),
    body: await readText(answer),
  };
}

function keptOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, storable(value, LIMITS.webhookUrlChars)]] : [];
    }),
  );
}

/** The status counts: an answer that breaks off behind it is kept as far as it came. */
async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= answerBytes) break;
    }
  } catch {
    // What has come is all there is.
  }
  answer.destroy();
  return storable(Buffer.concat(chunks).toString('utf8'), LIMITS.webhookLoggedChars);
}

function storable(text: string, chars: number): string {
  return cutChars(text.replaceAll('\0', '\uFFFD'), chars);
}
