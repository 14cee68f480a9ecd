/** HTTP requests. Names as in the Auto.js family; a call without a callback blocks the script. */
export interface Http {
  get(url: string, options?: HttpOptions, callback?: HttpCallback): HttpResponse | undefined;
  /** Sends data as a form, or as `contentType` says: objects as JSON for `application/json`. */
  post(url: string, data?: unknown, options?: HttpOptions, callback?: HttpCallback): HttpResponse | undefined;
  postJson(
    url: string,
    data?: unknown,
    options?: HttpOptions,
    callback?: HttpCallback,
  ): HttpResponse | undefined;
  /** Sends fields, and files as `[name, path]`, `[name, type, path]` or as the result of `open`. */
  postMultipart(
    url: string,
    files: Record<string, unknown>,
    options?: HttpOptions,
    callback?: HttpCallback,
  ): HttpResponse | undefined;
  request(url: string, options?: HttpOptions, callback?: HttpCallback): HttpResponse | undefined;
  /** Sets the timeout of later requests in milliseconds, as scripts for AutoX do. */
  __okhttp__: { setTimeout(ms: number): void };
}

export interface HttpOptions {
  method?: string;
  headers?: Record<string, unknown>;
  contentType?: string;
  body?: unknown;
  /** Milliseconds without any data from the server. Default: 30,000. */
  timeout?: number;
}

export type HttpCallback = (response: HttpResponse | undefined, error?: Error) => void;

export interface HttpResponse {
  statusCode: number;
  statusMessage: string;
  /** Values by name. Names are read without regard to case. */
  headers: Record<string, string | string[] | undefined>;
  body: { string(): string; json(): unknown; bytes(): Uint8Array; contentType: string | null };
  request: { url: string; method: string };
  url: string;
  method: string;
}
