import type { Account } from '../config/account';
import { CliError } from '../errors/cli-error';
import type { RouteTool } from './tools';

const requestTimeoutMs = 60_000;

/** The `limit` of lists and logs if the assistant gives none. */
const defaultLimit = 100;

export type Arguments = Record<string, unknown>;

/** Sends the request of a tool and returns the text of the response. Throws if the server rejects the request. */
export async function callRoute(account: Account, route: RouteTool, args: Arguments): Promise<string> {
  const { method, query } = route;
  const rest = { ...args };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    toPathSegment(name, takeArgument(rest, name)),
  );
  const isPaged = query.includes('limit');
  const parameters = new URLSearchParams();
  if (isPaged && rest.limit === undefined) rest.limit = defaultLimit;
  for (const name of query) {
    const value = takeArgument(rest, name);
    if (value !== undefined) parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : '';
  return sendRequest(account, method, { path: path + search, body: buildBody(route, rest) });
}

function takeArgument(values: Arguments, name: string): unknown {
  const { [name]: value } = values;
  delete values[name];
  return value;
}

function toPathSegment(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value;
  throw new CliError('usage', `${name} must be an ID.`);
}

function buildBody({ body }: RouteTool, rest: Arguments): FormData | string | undefined {
  if (body === 'none') return undefined;
  return body === 'files' ? buildFileForm(rest) : JSON.stringify(body === 'whole' ? rest.body : rest);
}

function buildFileForm({ code, config }: Arguments): FormData {
  const form = new FormData();
  const add = (content: unknown, type: string, name: string) => {
    if (typeof content === 'string') form.append('data', new Blob([content], { type }), name);
  };
  add(code, 'application/javascript', 'code.js');
  add(config, 'application/json', 'config.json');
  return form;
}

interface RequestInput {
  path: string;
  body?: FormData | string;
}

/** Sends a request with the account's access token. */
export async function sendRequest(
  { url, token }: Account,
  method: string,
  { path, body }: RequestInput,
): Promise<string> {
  const headers: Record<string, string> = { authorization: `token ${token}` };
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const response = await fetch(url + path, { method, headers, body, signal }).catch((cause: Error) => {
    throw new CliError('unreachable', `${url} cannot be reached: ${cause.message}.`);
  });
  const text = await response.text();
  if (!response.ok) throw new CliError('rejected', describeRefusal(response.status, text));
  if (text !== '') return text;
  const location = response.headers.get('location');
  return location ? `Done. The job is ${location.split('/').pop()}.` : 'Done.';
}

interface ErrorBody {
  message?: string;
  errors?: { path: string; message: string }[];
}

/** Formats an error response, with a line for each invalid field. */
function describeRefusal(status: number, text: string): string {
  let body: ErrorBody = {};
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    // The body is not JSON, so only the status is reported.
  }
  const fields = (body.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  return [`${status}: ${body.message ?? 'the server rejected the request'}`, ...fields].join('\n');
}
