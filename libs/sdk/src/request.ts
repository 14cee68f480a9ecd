import { ApiError, ConnectionError, type ErrorBody } from './api-error';
import { isTransient, parseRetryAfter, retryDelayMs } from './retry';
import { routes, type RouteName, type RouteParams } from './routes';
import { delay, TimeLimit } from './time-limit';
import { fillPath, queryString } from './url';

/** Options of a client. */
export interface DroverOptions {
  /** URL of the service, such as `http://localhost:3000`. Empty in a page that the service serves. */
  baseUrl: string;
  /** Access token (`hmp_…`). Without it, only public calls work, or those with a browser's session cookie. */
  token?: string | undefined;
  /** Replaces `fetch`, for a proxy or a test. */
  fetch?: typeof fetch;
  /** Time limit of each call in milliseconds, including retries. Default: 30,000; 0 disables it. */
  timeoutMs?: number;
  /** Retries of a call that is safe to repeat. Default: 3. */
  retries?: number;
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
interface HttpRequest extends RequestInput, SendOptions {
  method: string;
  path: string;
}

/** A successful response, read to its end. */
export interface TextResponse {
  headers: Headers;
  text: string;
}

/** Sends requests, with the credential, encoding, time limit, retries and errors. Every resource uses it. */
export class Http {
  private readonly baseUrl: string;
  private readonly fetch: typeof fetch;
  private readonly timeoutMs: number;
  private readonly retries: number;

  constructor(private readonly options: DroverOptions) {
    this.baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
    // Calls the global function, because a browser's fetch cannot be called as a method.
    this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.timeoutMs = options.timeoutMs ?? 30_000;
    this.retries = options.retries ?? 3;
  }

  /** Calls a route and parses the response as JSON. */
  request<Response, Name extends RouteName>(
    route: Name,
    input: RequestInput & RouteParams<Name>,
    options?: SendOptions,
  ): Promise<Response> {
    return this.send(route, input, options).then((response) => parseResponse<Response>(response));
  }

  /** Calls a route and returns the response as text. */
  requestText<Name extends RouteName>(
    route: Name,
    input: RequestInput & RouteParams<Name>,
    options?: SendOptions,
  ): Promise<string> {
    return this.send(route, input, options).then(({ text }) => text);
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
    return this.fetchOk(buildRequest(route, input, options), options.signal);
  }

  /** Sends a request until it succeeds, fails for good, or runs out of time. */
  private async retry(request: HttpRequest): Promise<TextResponse> {
    const limit = new TimeLimit(request.timeoutMs ?? this.timeoutMs, request.signal);
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await this.attempt(request, limit.signal);
        } catch (error) {
          limit.signal.throwIfAborted();
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

  /** Makes one attempt and throws the error of any status but a success. */
  private async fetchOk(request: HttpRequest, signal: AbortSignal): Promise<Response> {
    const { method, path, query, body } = request;
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { ...request.headers };
    if (this.options.token) headers.authorization = `token ${this.options.token}`;
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    const payload = body === undefined || isForm ? body : JSON.stringify(body);
    const url = this.baseUrl + path + queryString(query);
    const response = await wrapConnectionErrors(request, () =>
      this.fetch(url, { method, headers, body: payload, signal }),
    );
    if (!response.ok) throw await readError(request, response);
    return response;
  }

  private async attempt(request: HttpRequest, signal: AbortSignal): Promise<TextResponse> {
    const response = await this.fetchOk(request, signal);
    return { headers: response.headers, text: await wrapConnectionErrors(request, () => response.text()) };
  }
}

function buildRequest<Name extends RouteName>(
  route: Name,
  { params, query, body }: RequestInput & RouteParams<Name>,
  options: SendOptions = {},
): HttpRequest {
  const [method, path] = routes[route].split(' ') as [string, string];
  return { method, path: fillPath(path, params), query, body, isRepeatable: method === 'GET', ...options };
}

async function wrapConnectionErrors<T>(request: HttpRequest, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    throw new ConnectionError(
      `${request.method} ${request.path} failed: the service is unreachable or the connection was lost.`,
      {
        cause,
      },
    );
  }
}

async function readError(request: HttpRequest, response: Response): Promise<ApiError> {
  const text = await wrapConnectionErrors(request, () => response.text());
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'));
  return new ApiError(response.status, parseErrorBody(text), retryAfterMs);
}

function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return isErrorBody(body) ? body : {};
  } catch {
    return {};
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'requestId' in body;
}

function parseResponse<T>({ text }: TextResponse): T {
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ApiError(200, {
      message: 'The response is not JSON. Check that baseUrl is the URL of a Drover service.',
    });
  }
}
