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
export interface RequestInput {
  query?: object;
  /** A form is sent as multipart, everything else as JSON. */
  body?: unknown;
}

/** How a request is sent. */
export interface SendOptions extends CallOptions {
  headers?: Record<string, string>;
  /** Whether sending the request twice has the same effect as sending it once. */
  isRepeatable?: boolean;
}

/** A request with its path filled in. */
export interface HttpRequest extends RequestInput, SendOptions {
  method: string;
  path: string;
}
