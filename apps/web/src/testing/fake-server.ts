import { contract } from '@drover/contract';
import type { DroverEvent } from '@drover/sdk';

interface Route {
  method: string;
  path: string;
  body?: unknown;
  responses: Record<number, unknown>;
}

/** A request that the console sent. Files of an upload are in `body` as texts. */
export interface SentRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

type Handler = (request: SentRequest) => unknown;

const routes: Route[] = Object.values(contract).flatMap((group) => Object.values(group) as Route[]);

/** An error response of the API. */
export class ErrorReply {
  constructor(
    readonly status: number,
    readonly code: number,
    readonly message: string,
  ) {}
}

/**
 * Answers the console's HTTP requests in place of the network. Requests and responses are checked against the contract,
 * so a test fails when a route or a field changes.
 */
export class FakeServer {
  readonly requests: SentRequest[] = [];
  /** Requests that no test expected, and bodies that break the contract. */
  readonly problems: string[] = [];
  private readonly handlers = new Map<Route, Handler>();
  private readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  private lastEventId = 0;

  constructor() {
    this.on('GET /v1/events', () => this.openStream());
  }

  /**
   * Sets the reply of a route, named as in the contract: `GET /v1/devices/:deviceId`. A function is called with each
   * request, `undefined` is an empty response.
   */
  on(name: string, reply: unknown): this {
    const route = routes.find(({ method, path }) => `${method} ${path}` === name);
    if (!route) throw new Error(`The contract has no route "${name}".`);
    this.handlers.set(route, typeof reply === 'function' ? (reply as Handler) : () => reply);
    return this;
  }

  /** Sends events to every open stream. */
  publish(...events: DroverEvent[]): void {
    for (const event of events) {
      const text = `id: ${(this.lastEventId += 1)}\ndata: ${JSON.stringify(event)}\n\n`;
      for (const stream of this.streams) stream.enqueue(new TextEncoder().encode(text));
    }
  }

  /** Bodies of the requests to a route so far. */
  bodiesOf(name: string): unknown[] {
    const [method, path] = name.split(' ');
    return this.requests
      .filter((request) => request.method === method && matchesPath(path, request.path))
      .map(({ body }) => body);
  }

  /** Use in place of `globalThis.fetch`. */
  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    const url = new URL(String(input), window.location.origin);
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: await readBody(init.body),
    };
    this.requests.push(request);
    const name = `${request.method} ${request.path}`;
    const route = findRoute(request);
    const handler = route && this.handlers.get(route);
    if (!route || !handler) {
      this.problems.push(`Unexpected request: ${name}`);
      return toErrorResponse(new ErrorReply(404, 1000, 'Unexpected request in a test.'));
    }
    this.check(`request ${name}`, route.body, request.body);
    return this.respond(name, route, await handler(request));
  };

  private respond(name: string, { responses }: Route, reply: unknown): Response {
    if (reply instanceof Response) return reply;
    if (reply instanceof ErrorReply) return toErrorResponse(reply);
    if (reply === undefined) return new Response(null, { status: 204 });
    const status = Number(Object.keys(responses).find((code) => code.startsWith('2')));
    this.check(`response ${name}`, responses[status], reply);
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  }

  private check(what: string, schema: unknown, value: unknown): void {
    if (!hasParser(schema)) return;
    const { success, error } = schema.safeParse(value);
    if (!success) this.problems.push(`Invalid ${what}: ${error?.message}`);
  }

  private openStream(): Response {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (opened) => {
        controller = opened;
        this.streams.add(opened);
      },
      cancel: () => void this.streams.delete(controller),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** Routes with fixed segments come before those with parameters, as in Express. */
function findRoute({ method, path }: SentRequest): Route | undefined {
  const matching = routes.filter((route) => route.method === method && matchesPath(route.path, path));
  return matching.find((route) => !route.path.includes(':')) ?? matching[0];
}

function matchesPath(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);
}

function hasParser(
  schema: unknown,
): schema is { safeParse(value: unknown): { success: boolean; error?: Error } } {
  return typeof (schema as { safeParse?: unknown } | undefined)?.safeParse === 'function';
}

async function readBody(body: RequestInit['body']): Promise<unknown> {
  if (typeof body === 'string') return JSON.parse(body) as unknown;
  if (!(body instanceof FormData)) return undefined;
  const parts = body.getAll('data').map(async (part) => {
    const { name, type } = part as File;
    return { name, type, text: new TextDecoder().decode(await (part as File).arrayBuffer()) };
  });
  return Promise.all(parts);
}

function toErrorResponse({ status, code, message }: ErrorReply): Response {
  const body = { code, message, documentation_url: '/docs', requestId: 'test-request' };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
