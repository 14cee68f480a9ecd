import type { DroverOptions, HttpRequest, RequestInput, SendOptions } from './call-options';
import { ApiPromise, type TextResponse } from './api-promise';
import type { DownloadOptions } from './artifacts';
import { ConnectionError, isNotFound } from './api-error';
import { logResponse, readEnvironment } from './environment';
import { isTransient, retryDelayMs } from './retry';
import { routes, type RouteName, type RouteParams } from './routes';
import { delay, TimeLimit } from './time-limit';
import { Transport } from './transport';
import { fillPath } from './url';

/** Calls whose repetition could undo a later change, such as a new run, a review or another upload. */
const notRepeatable: RouteName[] = [
  'devices.stop',
  'robots.stop',
  'reviews.update',
  'devscripts.uploadFiles',
  'devscripts.uploadProject',
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

  /** Opens a response with the bytes of a file, which the caller reads. */
  download<Name extends RouteName>(
    route: Name,
    input: RequestInput & RouteParams<Name>,
    { signal = new AbortController().signal, range }: DownloadOptions = {},
  ): Promise<Response> {
    return this.open(route, input, { signal, ...(range !== undefined && { headers: { range } }) });
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
