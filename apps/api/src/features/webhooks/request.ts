import { cutChars, LIMITS } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { VERSION } from '../../context/version';
import { hostOf } from './targets';

/** The headers of an answer that the log stores. */
const loggedHeaders = ['content-type', 'date', 'location', 'retry-after', 'server'];

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

/**
 * Sends a request on a new connection. Follows no redirects, and reads only the part of the answer that the log stores.
 */
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
    headers: loggedHeadersOf(answer),
    body: await readText(answer),
  };
}

function loggedHeadersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    loggedHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, toStorable(value, LIMITS.webhookUrlChars)]] : [];
    }),
  );
}

/** Reads the body. If the connection breaks, returns what arrived, because only the status decides about success. */
async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= BUDGET.webhookAnswerBytes.max) break;
    }
  } catch {
    // Use what arrived before the connection broke.
  }
  answer.destroy();
  return toStorable(Buffer.concat(chunks).toString('utf8'), LIMITS.webhookLoggedChars);
}

function toStorable(text: string, chars: number): string {
  return cutChars(text.replaceAll('\0', '\uFFFD'), chars);
}
