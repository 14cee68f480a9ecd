import type { Http, HttpCallback, HttpOptions, HttpResponse } from '@drover/script-types';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { resolvePath } from './files';
import { sendRequest, type FormPart, type HttpRequest, type HttpResult } from './http-client';
import { createBlockingSender } from './http-worker';
import { runWaitingThreads } from './scheduler';

const formType = 'application/x-www-form-urlencoded';

interface Call {
  url: string;
  options?: HttpOptions | null;
  callback?: HttpCallback;
}

export function createHttp(): Http {
  let timeoutMs = 30_000;
  let sendBlocking: ReturnType<typeof createBlockingSender> | undefined;

  function send(
    call: Call,
    changes: Partial<HttpRequest> & { contentType?: string },
  ): HttpResponse | undefined {
    const request = buildRequest(call, changes, timeoutMs);
    const { callback } = call;
    if (!callback) {
      runWaitingThreads();
      sendBlocking ??= createBlockingSender();
      return createResponse(request, sendBlocking(request));
    }
    void sendRequest(request).then(
      // Out of the promise, so that an error of the callback is one of the script.
      (result) => setImmediate(() => callback(createResponse(request, result))),
      (error: Error) => setImmediate(() => callback(undefined, error)),
    );
    return undefined;
  }

  return {
    __okhttp__: { setTimeout: (ms) => void (timeoutMs = Number(ms)) },
    get: (url, options, callback) => send({ url, options, callback }, { method: 'GET' }),
    post(url, data, ...[options, callback]) {
      const contentType = findContentType(options) ?? formType;
      return send(
        { url, options, callback },
        { method: 'POST', contentType, body: encodeBody(data, contentType) },
      );
    },
    postJson(url, data, ...[options, callback]) {
      const json = { contentType: 'application/json', body: JSON.stringify(data ?? {}) };
      return send({ url, options, callback }, { method: 'POST', ...json });
    },
    postMultipart(url, files, ...[options, callback]) {
      const form = Object.entries(files).map(([name, value]): [string, FormPart] => [name, readPart(value)]);
      return send({ url, options, callback }, { method: 'POST', form });
    },
    request(url, options, callback) {
      const contentType = findContentType(options);
      const body = options?.body === undefined ? undefined : encodeBody(options.body, contentType ?? '');
      return send({ url, options, callback }, { contentType, body });
    },
  };
}

function buildRequest(
  { url, options }: Call,
  { contentType, ...changes }: Partial<HttpRequest> & { contentType?: string },
  timeoutMs: number,
): HttpRequest {
  const headers = Object.entries(options?.headers ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, String(value)])
    // fetch writes the type of a form itself, because it contains the boundary.
    .filter(([name]) => !changes.form || name.toLowerCase() !== 'content-type');
  if (contentType && !headers.some(([name]) => name.toLowerCase() === 'content-type')) {
    headers.push(['Content-Type', contentType]);
  }
  const method = (changes.method ?? options?.method ?? 'GET').toUpperCase();
  return {
    url: /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`,
    timeoutMs: Number(options?.timeout ?? timeoutMs),
    ...changes,
    method,
    headers,
    body: method === 'GET' || method === 'HEAD' ? undefined : changes.body,
  };
}

function findContentType(options?: HttpOptions | null): string | undefined {
  const header = Object.entries(options?.headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'content-type',
  );
  return options?.contentType ?? (header && String(header[1]));
}

function encodeBody(data: unknown, contentType: string): string | Uint8Array {
  if (typeof data === 'function')
    throw new TypeError('http: a function as body works on phones only. Use a string or bytes.');
  if (data === undefined || data === null) return '';
  if (typeof data === 'string' || data instanceof Uint8Array) return data;
  if (Array.isArray(data) && !contentType.includes('json')) return Uint8Array.from(data as number[]);
  if (contentType.includes(formType) && typeof data === 'object') {
    return new URLSearchParams(
      Object.entries(data).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
  }
  return JSON.stringify(data);
}

function readPart(value: unknown): FormPart {
  if (Array.isArray(value)) {
    const [fileName, second, third] = value as string[];
    const path = third ?? second;
    const type = third === undefined ? 'application/octet-stream' : second;
    return { fileName, type, bytes: readFileSync(resolvePath(path)) };
  }
  if (typeof value === 'object' && value !== null && 'getPath' in value) {
    const path = (value as { getPath(): string }).getPath();
    return { fileName: basename(path), type: 'application/octet-stream', bytes: readFileSync(path) };
  }
  return String(value);
}

function createResponse(
  { method }: HttpRequest,
  { status, statusText, headers, body, url }: HttpResult,
): HttpResponse {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const known = values[name];
    values[name] = known === undefined ? value : [known, value].flat();
  }
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? null;
  const text = () => decodeText(body, contentType);
  return {
    statusCode: status,
    statusMessage: statusText,
    // Servers and scripts write names in any case.
    headers: new Proxy(values, {
      get: (target, name) => (typeof name === 'string' ? target[name.toLowerCase()] : undefined),
    }),
    body: {
      string: text,
      json: () => JSON.parse(text()) as unknown,
      bytes: () => Buffer.from(body),
      contentType,
    },
    request: { url, method },
    url,
    method,
  };
}

function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // The server named an unknown charset.
  }
}
