/** Sends HTTP requests, in the thread of the script or in one that the script waits for. */

/** A field of a form: a text or a file. */
export type FormPart = string | { fileName: string; type: string; bytes: Uint8Array };

/** A request that can be sent to another thread. */
export interface HttpRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body?: string | Uint8Array;
  form?: [string, FormPart][];
  /** Milliseconds without any data from the server. */
  timeoutMs: number;
}

/** A response that can be sent to another thread. */
export interface HttpResult {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: Uint8Array;
  url: string;
}

/** Sends a request and reads the whole response. */
export async function sendRequest({ timeoutMs, form, ...request }: HttpRequest): Promise<HttpResult> {
  const cancellation = new AbortController();
  const timer = setTimeout(() => cancellation.abort(), timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: form ? createForm(form) : request.body,
      signal: cancellation.signal,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      chunks.push(chunk as Uint8Array);
    }
    const { status, statusText, headers, url } = response;
    return { status, statusText, headers: [...headers], body: new Uint8Array(Buffer.concat(chunks)), url };
  } catch (error) {
    throw new Error(`http: ${request.method} ${request.url}: ${describe(error, cancellation, timeoutMs)}`);
  } finally {
    clearTimeout(timer);
  }
}

function createForm(parts: [string, FormPart][]): FormData {
  const form = new FormData();
  for (const [name, part] of parts) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([part.bytes], { type: part.type }), part.fileName);
  }
  return form;
}

function describe(error: unknown, { signal }: AbortController, timeoutMs: number): string {
  if (signal.aborted) return `no data from the server for ${timeoutMs} ms`;
  const { message, cause } = error as Error & { cause?: Error & { code?: string } };
  return cause?.message || cause?.code || message;
}
