import { ApiError } from './api-error';

/** A successful response, read to its end. */
export interface TextResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** The result of a call, with its response. */
export interface WithResponse<T> {
  data: T;
  response: {
    /** HTTP status. */
    status: number;
    headers: Headers;
    /** ID of the request in the server log. */
    requestId: string;
  };
}

/** The promise of a call. `withResponse` also returns the status and the headers. */
export class ApiPromise<T> extends Promise<T> {
  /** `then` returns an ordinary promise, because only this one has a response. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(
    private readonly response: Promise<TextResponse>,
    private readonly parse: (response: TextResponse) => T,
  ) {
    super((resolve, reject) => {
      response.then(parse).then(resolve, reject);
    });
  }

  static fromJson<T>(response: Promise<TextResponse>): ApiPromise<T> {
    return new ApiPromise(response, parseJson<T>);
  }

  /**
   * Returns the result with the status, the headers and the request ID of its response.
   *
   * @throws The error of the call.
   * @example
   * const { data, response } = await drover.devices.list().withResponse();
   * console.log(response.requestId, data.count);
   */
  async withResponse(): Promise<WithResponse<T>> {
    // The error of the call is thrown here.
    this.catch(() => undefined);
    const response = await this.response;
    const { status, headers } = response;
    const requestId = headers.get('x-request-id') ?? '';
    return { data: this.parse(response), response: { status, headers, requestId } };
  }
}

function parseJson<T>({ text }: TextResponse): T {
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ApiError(200, {
      message: 'The response is not JSON. Check that baseUrl is the URL of a Drover service.',
    });
  }
}
