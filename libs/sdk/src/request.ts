import { ApiError, ConnectionError, type ErrorBody } from './api-error';
import { queryString } from './path';
import { isTransient, parseRetryAfter, retryDelayMs } from './retry';
import { delay, TimeLimit } from './time-limit';

/** How a client reaches its service. */
export interface DroverOptions {
  /** Address of the service, such as `http://localhost:3000`; empty in a page that the service itself serves. */
  baseUrl: string;
  /** Access token (`hmp_…`). Without it, public calls alone, or a browser's session cookie. */
  token?: string | undefined;
  /** Another `fetch`, for a proxy or a test. */
  fetch?: typeof fetch;
  /** Time limit of each call in milliseconds, retries included; 30,000 unless given, 0 is none. */
  timeoutMs?: number;
  /** How often a call that is safe to repeat is tried again; 3 unless given. */
  retries?: number;
}

/** What any call takes besides its input. */
export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Time limit of this call in milliseconds, retries included; 0 is none. */
  timeoutMs?: number;
}

/** One request to the service. */
export interface HttpRequest extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: object;
  /** A form goes as multipart, everything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether sending it twice does no more than sending it once. */
  isRepeatable?: boolean;
}

/** A success, read to its end. */
export interface Answer {
  headers: Headers;
  text: string;
}

/** Sends requests: credential, encoding, time limit, retries, errors. Every resource is built on it. */
export class Http {
  private readonly baseUrl: string;
  private readonly fetch: typeof fetch;
  private readonly timeoutMs: number;
  private readonly retries: number;

  constructor(private readonly options: DroverOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    // Called through the global each time: a browser's fetch refuses to run as a method.
    this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.timeoutMs = options.timeoutMs ?? 30_000;
    this.retries = options.retries ?? 3;
  }

  async get<T>(path: string, query?: object, options?: CallOptions): Promise<T> {
    return parse(await this.send({ method: 'GET', path, query, isRepeatable: true, ...options }));
  }

  async getText(path: string, query?: object, options?: CallOptions): Promise<string> {
    const { text } = await this.send({ method: 'GET', path, query, isRepeatable: true, ...options });
    return text;
  }

  async post<T = void>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return parse(await this.send({ method: 'POST', path, body, ...options }));
  }

  async put<T = void>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return parse(await this.send({ method: 'PUT', path, body, ...options }));
  }

  async delete<T = void>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return parse(await this.send({ method: 'DELETE', path, body, ...options }));
  }

  /** Sends until it succeeds, fails for good, or its time is up. */
  async send(request: HttpRequest): Promise<Answer> {
    const limit = new TimeLimit(request.timeoutMs ?? this.timeoutMs, request.signal);
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await this.attempt(request, limit.signal);
        } catch (error) {
          limit.signal.throwIfAborted();
          const waitMs = retryDelayMs(attempt, error);
          const isWorthIt = request.isRepeatable && attempt < this.retries && waitMs < limit.remainingMs;
          if (!isWorthIt || !isTransient(error)) throw error;
          await delay(waitMs, limit.signal);
        }
      }
    } finally {
      limit.clear();
    }
  }

  /** One attempt, with its answer still to be read; errors of the service are thrown. */
  async open(request: HttpRequest, signal: AbortSignal): Promise<Response> {
    const { method, path, query, body } = request;
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { ...request.headers };
    if (this.options.token) headers.authorization = `token ${this.options.token}`;
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    const payload = body === undefined || isForm ? body : JSON.stringify(body);
    const url = this.baseUrl + path + queryString(query);
    const response = await connected(request, () =>
      this.fetch(url, { method, headers, body: payload, signal }),
    );
    if (!response.ok) throw await readError(request, response);
    return response;
  }

  private async attempt(request: HttpRequest, signal: AbortSignal): Promise<Answer> {
    const response = await this.open(request, signal);
    return { headers: response.headers, text: await connected(request, () => response.text()) };
  }
}

async function connected<T>(request: HttpRequest, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    throw new ConnectionError(`${request.method} ${request.path} did not get through.`, { cause });
  }
}

async function readError(request: HttpRequest, response: Response): Promise<ApiError> {
  const text = await connected(request, () => response.text());
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

function parse<T>({ text }: Answer): T {
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ApiError(200, {
      message: 'The answer is not JSON: is baseUrl the address of a Drover service?',
    });
  }
}
