import { once } from 'node:events';
import { ApiError, type ErrorBody, type Page } from '@drover/sdk';
import { printJson, toList } from '../output/json';
import { printLine } from '../output/terminal';
import { type ApiRequest, sendRequest } from './send-request';

/** The response to print: its own body, or the merged pages of a list. */
interface PrintOptions {
  hasHead?: boolean;
  pages?: unknown;
}

/** The parsed body of an error, which `requireSuccess` throws after it was printed. */
const errorBodies = new WeakMap<Response, Partial<ErrorBody>>();

/** Prints JSON as `--json` does, and other bodies unchanged as they arrive. */
export async function printResponse(response: Response, { hasHead, pages }: PrintOptions): Promise<void> {
  if (hasHead) printHead(response);
  if (pages !== undefined) return printJson(pages);
  if (!isJson(response)) return pipeBody(response);
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return text === '' ? undefined : printJson(body);
  errorBodies.set(response, body as ErrorBody);
  // A filter is for the responses that it was written for.
  printLine(JSON.stringify(body, null, 2));
}

/** Reads the other pages of a list. Returns one list, or the first response if it is no list. */
export async function readPages(request: ApiRequest, first: Response): Promise<unknown> {
  let page = (await first.clone().json()) as Page<unknown>;
  if (!Array.isArray(page.items)) return page;
  const items = [...page.items];
  while (page.nextCursor !== undefined) {
    const url = new URL(request.url);
    url.searchParams.set('cursor', page.nextCursor);
    const response = await sendRequest({ ...request, url });
    if (!response.ok) throw await toApiError(response, request);
    page = (await response.json()) as Page<unknown>;
    items.push(...page.items);
  }
  return toList(items);
}

/** Throws the error of a response that is not a success. */
export function requireSuccess(response: Response, request: ApiRequest): void {
  if (response.ok) return;
  throw new ApiError(response.status, errorBodies.get(response) ?? {}, describe(request));
}

async function toApiError(response: Response, request: ApiRequest): Promise<ApiError> {
  const body = isJson(response) ? ((await response.json()) as ErrorBody) : {};
  return new ApiError(response.status, body, describe(request));
}

function describe({ method, url }: ApiRequest): { method: string; url: string } {
  return { method, url: url.origin + url.pathname };
}

function printHead({ status, statusText, headers }: Response): void {
  printLine(`HTTP/1.1 ${status} ${statusText}`);
  for (const [name, value] of headers) printLine(`${name}: ${value}`);
  printLine();
}

function isJson({ headers }: Response): boolean {
  return /^application\/([\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '');
}

async function pipeBody({ body }: Response): Promise<void> {
  if (!body) return;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
}
