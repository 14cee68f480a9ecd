import { ApiPromise, type TextResponse } from './api-promise';
import { ConnectionError, isNotFound } from './api-error';
import { logResponse, readEnvironment } from './environment';
import { isTransient, retryDelayMs } from './retry';
import { routes, type RouteName, type RouteParams } from './routes';
import { delay, TimeLimit } from './time-limit';
import { Transport } from './transport';
import { fillPath } from './url';

/** Options of a client. */
export interface DroverOptions {
  /**
   * URL of the service, such as `http://localhost:3000`. Empty in a page that the service serves. Default: the
   * environment variable `DROVER_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * Access token (`hmp_…`). Without it, only public calls work, or those with a browser's session cookie. Default: the
   * environment variable `DROVER_TOKEN`.
   */
  token?: string | undefined;
  /** Replaces `fetch`, for a proxy or a test. */
  fetch?: typeof fetch;
  /** Time limit of each call in milliseconds, including retries. Default: 30,000; 0 disables it. */
  timeoutMs?: number;
  /** Retries of a call that is safe to repeat. Default: 3. */
  retries?: number;
  /** Called before each attempt. */
  onRequest?: (request: RequestInfo) => void;
  /**
   * Called after each attempt. Default: writes a line to the error output if the environment variable `DROVER_DEBUG` is
   * set.
   */
  onResponse?: (response: ResponseInfo) => void;
}

/** An attempt to send a request. */
export interface RequestInfo {
  method: string;
  /** Without its query. */
  url: string;
  /** Counts from 0. */
  attempt: number;
}

/** The result of an attempt. */
export interface ResponseInfo extends RequestInfo {
  /** HTTP status. Undefined if the connection failed. */
  status: number | undefined;
  /** ID of the request in the server log. Empty if there was no response. */
  requestId: string;
  /** Milliseconds until the headers of the response. */
  durationMs: number;
}

/** Options of any call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Time limit of this call in milliseconds, including retries. 0 disables it. */
  timeoutMs?: number;
}

/** What a request sends besides the parameters of its path. */
interface RequestInput {
  query?: object;
  /** A form is sent as multipart, everything else as JSON. */
  body?: unknown;
}

/** How a request is sent. */
interface SendOptions extends CallOptions {
  headers?: Record<string, string>;
  /** Whether sending the request twice has the same effect as sending it once. */
  isRepeatable?: boolean;
}

/** A request with its path filled in. */
export interface HttpRequest extends RequestInput, SendOptions {
  method: string;
  path: string;
}

/** Calls whose repetition could undo a later change, such as a new run, a review or another upload. */
const notRepeatable: RouteName[] = [
  'devices.stop',
  'robots.stop',
  'reviews.update',
  'devscripts.uploadFiles',
];

/** Sends requests, with the credential, encoding, time limit, retries and errors. Every resource uses it. */
export class Http {
  private readonly transport: Transport;
  private readonly timeoutMs: number;
  private readonly retries: number;

  constructor(options: DroverOptions = {}) {
    const { DROVER_URL, DROVER_TOKEN, DROVER_DEBUG } = readEnvironment();
    // The token of the environment belongs to the URL there, and is not sent elsewhere.
    const isSameServer = options.baseUrl === undefined || options.baseUrl === DROVER_URL;
    this.transport = new Transport({
      baseUrl: (options.baseUrl ?? DROVER_URL ?? '').replace(/(?<!\/)\/+$/, ''),
      token: 'token' in options || !isSameServer ? options.token : DROVER_TOKEN,
      // Calls the global function, because a browser's fetch cannot be called as a method.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      onRequest: options.onRequest,
      onResponse: options.onResponse ?? (DROVER_DEBUG ? logResponse : undefined),
    });
    this.timeoutMs = options.timeoutMs ?? 30_000;
    this.retries = options.retries ?? 3;
  }

  /** Calls a route and parses the response as JSON. */
  request<Response, Name extends RouteName>(
    route: Name,
    input: RequestInput & RouteParams<Name>,
    options?: SendOptions,
  ): ApiPromise<Response> {
    return ApiPromise.fromJson<Response>(this.send(route, input, options));
  }

  /** Calls a route and returns the response as text. */
  requestText<Name extends RouteName>(
    route: Name,
    input: RequestInput & RouteParams<Name>,
    options?: SendOptions,
  ): ApiPromise<string> {
    return new ApiPromise(this.send(route, input, options), ({ text }) => text);
  }

  /** Calls a route. Throws at once when a parameter of its path is not an ID. */
  send<Name extends RouteName>(
    route: Name,
    input: RequestInput & RouteParams<Name>,
    options?: SendOptions,
  ): Promise<TextResponse> {
    return this.retry(buildRequest(route, input, options));
  }

  /** Opens a response whose body the caller reads. Makes one attempt. */
  open<Name extends RouteName>(
    route: Name,
    input: RequestInput & RouteParams<Name>,
    options: SendOptions & { signal: AbortSignal },
  ): Promise<Response> {
    return this.transport.open(buildRequest(route, input, options), { attempt: 0, signal: options.signal });
  }

  /** Sends a request until it succeeds, fails for good, or runs out of time. */
  private async retry(request: HttpRequest): Promise<TextResponse> {
    const limit = new TimeLimit(request.timeoutMs ?? this.timeoutMs, request.signal);
    let isUncertain = false;
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await this.transport.send(request, { attempt, signal: limit.signal });
        } catch (error) {
          limit.signal.throwIfAborted();
          // An earlier attempt, whose response was lost, has deleted the record.
          if (isUncertain && request.method === 'DELETE' && isNotFound(error)) return noContent;
          isUncertain ||= error instanceof ConnectionError;
          const waitMs = retryDelayMs(attempt, error);
          const canRetry = request.isRepeatable && attempt < this.retries && waitMs < limit.remainingMs;
          if (!canRetry || !isTransient(error)) throw error;
          await delay(waitMs, limit.signal);
        }
      }
    } finally {
      limit.clear();
    }
  }
}

const noContent: TextResponse = { status: 204, headers: new Headers(), text: '' };

function buildRequest<Name extends RouteName>(
  route: Name,
  { params, query, body }: RequestInput & RouteParams<Name>,
  options: SendOptions = {},
): HttpRequest {
  const [method, path] = routes[route].split(' ') as [string, string];
  const isRepeatable = method !== 'POST' && !notRepeatable.includes(route);
  return { method, path: fillPath(path, params), query, body, isRepeatable, ...options };
}
