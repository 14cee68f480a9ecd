import { request as startRequest, type IncomingHttpHeaders } from 'node:http';

/** A raw HTTP request. Only Content-Length is added. */
export interface Call {
  method: string;
  path: string;
  token?: string;
  headers?: Record<string, string>;
  /** Bytes and strings are sent unchanged, anything else as JSON. */
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body, if it is JSON. */
  body: unknown;
}

/** Sends a request and reads the response. Of an endless stream it reads only the headers. */
export function call(url: string, { method, path, token, headers = {}, body }: Call): Promise<Answer> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === undefined ? undefined : Buffer.from(isRaw ? body : JSON.stringify(body));
  const sent = {
    ...(token !== undefined && { Authorization: `token ${token}` }),
    ...(bytes && !isRaw && { 'Content-Type': 'application/json' }),
    ...(bytes && { 'Content-Length': String(bytes.length) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = startRequest(new URL(url), { method, path, headers: sent, agent: false }, (response) => {
      const head = { status: response.statusCode ?? 0, headers: response.headers };
      if (isType(head.headers, 'text/event-stream')) {
        response.destroy();
        return resolve({ ...head, text: '', body: undefined });
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const isJson = isType(head.headers, 'application/json') && text !== '';
        resolve({ ...head, text, body: isJson ? (JSON.parse(text) as unknown) : undefined });
      });
    });
    // A server may respond and close the connection before it has read the whole body.
    request.on('error', (error) => (request.destroyed && request.reusedSocket ? undefined : reject(error)));
    request.end(bytes);
  });
}

function isType(headers: IncomingHttpHeaders, type: string): boolean {
  return (headers['content-type'] ?? '').startsWith(type);
}

/** A multipart body with files, and its headers. */
export function multipart(files: { part?: string; name: string; type: string; text: string | Buffer }[]) {
  const boundary = 'drover-contract-tests';
  const parts = files.flatMap(({ part = 'data', name, type, text }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\n`,
    `Content-Type: ${type}\r\n\r\n`,
    text,
    '\r\n',
  ]);
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part))),
  };
}
