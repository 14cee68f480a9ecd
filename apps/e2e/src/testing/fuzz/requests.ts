import { routes, type DeclaredRoute } from '@drover/contract/routes';
import fc from 'fast-check';
import { request as startRequest } from 'node:http';
import { z } from 'zod';
import {
  anyJson,
  bodyBytes,
  jsonOf,
  nestedTexts,
  texts,
  wideTexts,
  type JsonSchema,
  type KnownValues,
} from './values';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The status of a response, 0 if the server closed the connection instead, and the beginning of its body. */
export interface WireResponse {
  status: number;
  text: string;
}

const requestTimeoutMs = 60_000;
const shownChars = 300;
/** Node refuses request lines and headers above 16 KiB together. */
const pathChars = 20_000;

const contentTypes = fc.oneof(
  { weight: 30, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    ';',
  ),
);

/** Requests to any route, with parts that are right, wrong, too large or too deep. */
export function fuzzedRequests(token: string, known: KnownValues): fc.Arbitrary<WireRequest> {
  return fc.constantFrom(...routes).chain((declared) =>
    fc
      .record({
        path: paths(declared, known),
        query: queries(declared),
        type: contentTypes,
        body: bodies(declared, known),
      })
      .map(({ path, query, type, body }) => ({
        method: declared.route.method,
        path: path + query,
        headers: {
          authorization: `token ${token}`,
          ...(body !== undefined && {
            'content-type': type,
            'content-length': String(Buffer.byteLength(body)),
          }),
        },
        body,
      })),
  );
}

function paths({ route }: DeclaredRoute, known: KnownValues): fc.Arbitrary<string> {
  const part = (name: string) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(known[name] ?? '0'.repeat(24)) },
      { weight: 1, arbitrary: texts(pathChars).map(encode) },
      { weight: 1, arbitrary: fc.constantFrom('%00', '%ff', '%', '..%2f', 'A'.repeat(24), '%F0%9F%98%80') },
    );
  const parts = route.path
    .split('/')
    .map((text) => (text.startsWith(':') ? part(text.slice(1)) : fc.constant(text)));
  return fc.tuple(...parts).map((all) => all.join('/'));
}

function queries({ route }: DeclaredRoute): fc.Arbitrary<string> {
  const names = Object.keys(schemaOf(route.query)?.properties ?? {}).filter((name) => name !== 'token');
  const name = fc.constantFrom(...names, 'extra', 'limit', 'limit[]');
  const value = fc.oneof(
    fc.constantFrom('1', '0', '-1', 'true', '%', '%00', '9'.repeat(400), '0'.repeat(24)),
    texts(pathChars).map(encode),
  );
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 3 });
  return pairs.map((all) => (all.length > 0 ? `?${all.map((pair) => pair.join('=')).join('&')}` : ''));
}

function bodies({ route }: DeclaredRoute, known: KnownValues): fc.Arbitrary<string | undefined> {
  const schema = 'body' in route ? schemaOf(route.body) : undefined;
  const broken = fc.oneof(texts(bodyBytes), nestedTexts(bodyBytes), wideTexts(bodyBytes), anyJson(bodyBytes));
  if (!schema)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: broken });
  const whole = jsonOf(schema, known, bodyBytes);
  const cut = fc.tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }));
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: cut.map(([text, share]) => text.slice(0, text.length * share)) },
    { weight: 1, arbitrary: broken },
  );
}

function schemaOf(schema: unknown): JsonSchema | undefined {
  if (typeof (schema as { safeParse?: unknown } | undefined)?.safeParse !== 'function') return undefined;
  return z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** A lone surrogate has no form in a URL, and becomes what it becomes in UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()) || '%20';
}

/** Sends a request as it is. Of a stream without end, only the head is read. */
export function sendOverWire(url: string, { body, ...sent }: WireRequest): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const options = { ...sent, agent: false, timeout: requestTimeoutMs };
    const request = startRequest(new URL(url), options, (response) => {
      const status = response.statusCode ?? 0;
      const isStream = (response.headers['content-type'] ?? '').startsWith('text/event-stream');
      if (isStream) request.destroy();
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(0, shownChars)));
      response.on('close', () => resolve({ status, text }));
      response.on('error', () => resolve({ status, text }));
    });
    request.on('timeout', () => {
      reject(
        new Error(`${sent.method} ${sent.path.slice(0, shownChars)}: no response in ${requestTimeoutMs} ms.`),
      );
      request.destroy();
    });
    // A server that refuses a body may close the connection before it was sent.
    request.on('error', () => resolve({ status: 0, text: '' }));
    request.end(body);
  });
}
