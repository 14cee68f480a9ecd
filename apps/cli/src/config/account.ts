import { Drover } from '@drover/sdk';
import { version } from '../../package.json';
import { CliError } from '../errors/cli-error';
import { createDebugHooks } from '../output/debug-log';
import { findContextOf, getContext, readContexts, type Contexts } from './contexts';

/** The address that a server listens on by default. */
const defaultUrl = 'http://127.0.0.1:3000';

/** The server of a command, and an access token for it. */
export interface Account {
  url: string;
  token?: string;
  /** The saved context that the token belongs to. Undefined if it is that of the environment. */
  context?: string;
}

/** Options of every command. They take precedence over the environment and the saved contexts. */
export interface ServerOptions {
  url?: string;
  context?: string;
  /** Name or ID of a workspace, of which there is a saved context. */
  workspace?: string;
}

/** Each process runs one command. */
let serverOptions: ServerOptions = {};

export function setServerOptions(options: ServerOptions): void {
  if (options.url !== undefined && options.context !== undefined) {
    throw new CliError('usage', 'Use either --url or --context, not both.');
  }
  if (options.workspace !== undefined && options.context !== undefined) {
    throw new CliError('usage', 'Use either --workspace or --context, not both.');
  }
  serverOptions = options;
}

/**
 * Chooses the server: `--context` or `--url`, else DROVER_URL, else the context DROVER_CONTEXT, else the current one.
 * DROVER_TOKEN takes precedence over a saved token, except over that of `--context`. A saved token is valid on the server
 * that created it, and DROVER_TOKEN on DROVER_URL: they are never sent to another one.
 */
export function readAccount(env = process.env, options = serverOptions): Account {
  const saved = readContexts();
  if (options.context !== undefined) {
    return { ...getContext(saved, options.context), context: options.context };
  }
  const preferred = options.workspace
    ? findWorkspaceContext(saved, options)
    : env.DROVER_CONTEXT || saved.current;
  if (options.workspace) return { ...getContext(saved, preferred ?? ''), context: preferred };
  const address = options.url ?? env.DROVER_URL;
  if (!address) {
    const server = preferred === undefined ? { url: defaultUrl } : getContext(saved, preferred);
    return env.DROVER_TOKEN
      ? { url: server.url, token: env.DROVER_TOKEN }
      : { ...server, context: preferred };
  }
  const url = parseServerUrl(address);
  const isOfEnvironment = !env.DROVER_URL || parseServerUrl(env.DROVER_URL) === url;
  if (env.DROVER_TOKEN && isOfEnvironment) return { url, token: env.DROVER_TOKEN };
  const context = findContextOf(saved, url, preferred);
  return context === undefined ? { url } : { ...getContext(saved, context), context };
}

/** Finds the context of a workspace, on the server of `--url` or else of the current context. */
function findWorkspaceContext({ contexts, current }: Contexts, { url, workspace }: ServerOptions): string {
  const server = url === undefined ? contexts[current ?? '']?.url : parseServerUrl(url);
  const isMeant = (name: string) => {
    const saved = contexts[name].workspace;
    return saved?.id === workspace || saved?.name.toLowerCase() === workspace?.toLowerCase();
  };
  const names = Object.keys(contexts).filter(isMeant);
  const found = names.find((name) => contexts[name].url === server) ?? names[0];
  if (found !== undefined && (url === undefined || contexts[found].url === server)) return found;
  throw new CliError('usage', `There is no context of the workspace '${workspace}'.`, [
    'Sign in to it: `drover login`, and choose the workspace in the browser.',
  ]);
}

/** Returns the account that the user is signed in to. Throws if there is no access token. */
export function requireAccount(): Account {
  const account = readAccount();
  if (account.token) return account;
  const { current, contexts } = readContexts();
  if (account.context === undefined && current === undefined && Object.keys(contexts).length > 0) {
    throw new CliError('unauthorized', `Not signed in to ${account.url}, and no context is selected.`, [
      `Select one with \`drover contexts use <name>\`: ${Object.keys(contexts).join(', ')}.`,
    ]);
  }
  throw new CliError('unauthorized', `Not signed in to ${account.url}.`, [
    'Sign in with `drover login`, or set DROVER_URL and DROVER_TOKEN.',
  ]);
}

/** Creates a client for the account that the user is signed in to. */
export function createClient(): Drover {
  const { url: baseUrl, token } = requireAccount();
  return new Drover({ baseUrl, token, fetch: fetchAsCommandLine, ...createDebugHooks() });
}

/** Names this program, so that the history of a script shows where an upload came from. */
const fetchAsCommandLine: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('user-agent', `drover/${version}`);
  return fetch(input, { ...init, headers });
};

/** Validates the address of a server and removes trailing slashes. */
export function parseServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CliError('usage', `'${text}' is not a server address. Use a URL such as ${defaultUrl}.`);
  }
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}
