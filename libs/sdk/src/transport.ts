import { version } from '../package.json';
import { ApiError, ConnectionError, type ErrorBody } from './api-error';
import type { TextResponse } from './api-promise';
import { describeCause } from './connection-cause';
import { userAgent } from './environment';
import type { DroverOptions, HttpRequest } from './call-options';
import { parseRetryAfter } from './retry';
import { queryString } from './url';

interface TransportOptions extends Pick<DroverOptions, 'token' | 'onRequest' | 'onResponse'> {
  baseUrl: string;
  fetch: typeof fetch;
}

interface Attempt {
  /** Counts from 0. */
  attempt: number;
  signal: AbortSignal;
}

const agent = userAgent(version);

/** Makes single attempts to send requests, and turns failures into errors. */
export class Transport {
  constructor(private readonly options: TransportOptions) {}

  /** Sends a request and reads the whole response. */
  async send(request: HttpRequest, attempt: Attempt): Promise<TextResponse> {
    const response = await this.open(request, attempt);
    const { status, headers } = response;
    return { status, headers, text: await this.readText(request, response) };
  }

  /** Sends a request, and throws the error of any status but a success. */
  async open(request: HttpRequest, { attempt, signal }: Attempt): Promise<Response> {
    const { method, body, query } = request;
    const { onRequest, onResponse } = this.options;
    const url = this.urlOf(request);
    onRequest?.({ method, url, attempt });
    const startedAt = performance.now();
    const report = (response?: Response) =>
      onResponse?.({
        ...{ method, url, attempt, status: response?.status },
        requestId: response?.headers.get('x-request-id') ?? '',
        durationMs: performance.now() - startedAt,
      });
    const payload = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    const init = { method, headers: this.headersOf(request), body: payload, signal };
    const response = await this.options.fetch(url + queryString(query), init).catch((cause: unknown) => {
      report();
      throw connectionError({ method, url, cause });
    });
    report(response);
    if (response.ok) return response;
    throw new ApiError(response.status, parseErrorBody(await this.readText(request, response)), {
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      method,
      url,
    });
  }

  private urlOf({ path }: HttpRequest): string {
    return this.options.baseUrl + path;
  }

  private headersOf({ headers, body }: HttpRequest): Record<string, string> {
    const { token } = this.options;
    return {
      ...headers,
      ...(agent !== undefined && { 'user-agent': agent }),
      ...(token && { authorization: `token ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    };
  }

  private readText(request: HttpRequest, response: Response): Promise<string> {
    return response.text().catch((cause: unknown) => {
      throw connectionError({ method: request.method, url: this.urlOf(request), cause });
    });
  }
}

function connectionError({ method, url, cause }: { method: string; url: string; cause: unknown }) {
  return new ConnectionError(`${method} ${url}: ${describeCause(cause)}`, { cause });
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
