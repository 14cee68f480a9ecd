import type { Account } from '../configuration';
import { Failure } from '../failures';
import type { RouteTool } from './tools';

/** Milliseconds that one request may take. */
const timeoutMs = 60_000;

/** Records of a list, and lines of a log, where the assistant asks for no number. */
const defaultLimit = 100;

export type Arguments = Record<string, unknown>;

/** Asks the service what a tool stands for. Gives the answer's text; what the service refuses is thrown. */
export async function callRoute(account: Account, route: RouteTool, given: Arguments): Promise<string> {
  const { method, query } = route;
  const rest = { ...given };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, take(rest, name)));
  const isPaged = query.includes('limit');
  const parameters = new URLSearchParams();
  if (isPaged && rest.limit === undefined) rest.limit = defaultLimit;
  for (const name of query) {
    const value = take(rest, name);
    if (value !== undefined) parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : '';
  return ask(account, method, { path: path + search, body: bodyOf(route, rest) });
}

function take(values: Arguments, name: string): unknown {
  const { [name]: value } = values;
  delete values[name];
  return value;
}

function segment(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value;
  throw new Failure('usage', `${name} must be an id.`);
}

function bodyOf({ body }: RouteTool, rest: Arguments): FormData | string | undefined {
  if (body === 'none') return undefined;
  return body === 'files' ? filesOf(rest) : JSON.stringify(body === 'whole' ? rest.body : rest);
}

function filesOf({ code, config }: Arguments): FormData {
  const form = new FormData();
  const add = (content: unknown, type: string, name: string) => {
    if (typeof content === 'string') form.append('data', new Blob([content], { type }), name);
  };
  add(code, 'application/javascript', 'code.js');
  add(config, 'application/json', 'config.json');
  return form;
}

interface Sent {
  path: string;
  body?: FormData | string;
}

/** One request with the account's credential. */
export async function ask({ url, token }: Account, method: string, { path, body }: Sent): Promise<string> {
  const headers: Record<string, string> = { authorization: `token ${token}` };
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url + path, { method, headers, body, signal }).catch((cause: Error) => {
    throw new Failure('unreachable', `${url} cannot be reached: ${cause.message}.`);
  });
  const text = await response.text();
  if (!response.ok) throw new Failure('refused', refusal(response.status, text));
  if (text !== '') return text;
  const location = response.headers.get('location');
  return location ? `Done. The job is ${location.split('/').pop()}.` : 'Done.';
}

interface ErrorBody {
  message?: string;
  errors?: { path: string; message: string }[];
}

/** What the service says of it, field by field. */
function refusal(status: number, text: string): string {
  let body: ErrorBody = {};
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    // Not an answer of the service: the status has to do.
  }
  const fields = (body.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  return [`${status}: ${body.message ?? 'the service refused it'}`, ...fields].join('\n');
}
