import { ConnectionError } from '@drover/sdk';
import { version } from '../../package.json';
import { type Account, requireAccount } from '../config/account';
import { CliError } from '../errors/cli-error';
import { createDebugHooks } from '../output/debug-log';

export interface ApiRequest {
  method: string;
  url: URL;
  headers: Headers;
  body?: string | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
}

/** Returns the URL of a route on the server of the account. */
export function resolveRoute(path: string): URL {
  const { url: server } = requireAccount();
  const address = /^https?:/.test(path) ? path : `${server}/${path.replace(/^\//, '')}`;
  if (!URL.canParse(address)) throw new CliError('usage', `'${path}' is not a path such as /v1/devices.`);
  const url = new URL(address);
  // The access token is never sent to another server.
  if (`${url.origin}${url.pathname}/`.startsWith(`${server}/`)) return url;
  throw new CliError('usage', `${path} is not a route of ${server}. Use a path such as /v1/devices.`);
}

/** Returns the headers of the options, and those that every request has. */
export function buildHeaders(lines: string[]): Headers {
  const headers = new Headers(getDefaultHeaders(requireAccount()));
  for (const line of lines) {
    const [, name, value] = /^([^:\s]+):(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      throw new CliError('usage', `Invalid header ${line}. Use "Name: value".`);
    }
    headers.set(name, value.trim());
  }
  return headers;
}

function getDefaultHeaders({ token }: Account): Record<string, string> {
  return { authorization: `token ${token}`, 'user-agent': `drover/${version}`, accept: '*/*' };
}

export async function sendRequest({ url, method, headers, body, signal }: ApiRequest): Promise<Response> {
  const { onRequest, onResponse } = createDebugHooks();
  const info = { method, url: url.origin + url.pathname, attempt: 0 };
  const startedAt = performance.now();
  onRequest(info);
  const response = await fetch(url, { method, headers, body, signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ConnectionError(`${method} ${info.url}`, { cause });
  });
  const requestId = response.headers.get('x-request-id') ?? '';
  onResponse({ ...info, status: response.status, requestId, durationMs: performance.now() - startedAt });
  return response;
}
