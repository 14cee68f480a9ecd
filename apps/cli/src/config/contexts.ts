import { join } from 'node:path';
import { CliError } from '../errors/cli-error';
import { getConfigFolder, readConfigFile, writeConfigFile } from './config-file';

/** A server, and an access token for it. */
export interface SavedServer {
  url: string;
  token?: string;
  /** The workspace that the token belongs to. */
  workspace?: { id: string; name: string };
}

/** The saved servers by name, and the name of the one that commands use. */
export interface Contexts {
  current?: string;
  contexts: Record<string, SavedServer>;
}

export const getContextsPath = () => join(getConfigFolder(), 'config.json');

/** Reads the saved servers. A file of an earlier version, which has one server, is read as one context. */
export function readContexts(): Contexts {
  const saved = readConfigFile<Partial<Contexts & SavedServer>>(getContextsPath()) ?? {};
  if (saved.contexts) return { current: saved.current, contexts: saved.contexts };
  if (saved.url === undefined) return { contexts: {} };
  const name = getDefaultName(saved.url);
  return { current: name, contexts: { [name]: { url: saved.url, token: saved.token } } };
}

/** Returns the context of a name. Throws if there is none. */
export function getContext({ contexts }: Contexts, name: string): SavedServer {
  if (Object.hasOwn(contexts, name)) return contexts[name];
  const names = Object.keys(contexts);
  throw new CliError('usage', `There is no context '${name}'.`, [
    names.length > 0
      ? `Contexts: ${names.join(', ')}.`
      : 'Add one: drover login https://drover.example.org --context <name>',
  ]);
}

/** Finds the context of a server: the preferred one if several are of this server. */
export function findContextOf({ contexts }: Contexts, url: string, preferred?: string): string | undefined {
  const names = Object.keys(contexts).filter((name) => contexts[name].url === url);
  return names.find((name) => name === preferred) ?? names[0];
}

/**
 * Saves a context, and makes it the current one. Without a name, replaces that of the same server and workspace. Returns
 * its name.
 */
export function saveContext(server: SavedServer, name?: string): string {
  const saved = readContexts();
  const saveAs = name ?? findSame(saved, server) ?? getFreeName(saved, server);
  assertContextName(saveAs);
  write({ current: saveAs, contexts: { ...saved.contexts, [saveAs]: server } });
  return saveAs;
}

/** Finds the context that a new one replaces. Contexts of earlier versions do not know their workspace. */
function findSame({ contexts, current }: Contexts, { url, workspace }: SavedServer): string | undefined {
  const names = Object.keys(contexts).filter((name) => {
    const saved = contexts[name];
    return saved.url === url && (!saved.workspace || !workspace || saved.workspace.id === workspace.id);
  });
  return names.find((name) => name === current) ?? names[0];
}

function getFreeName({ contexts }: Contexts, { url, workspace }: SavedServer): string {
  const name = getDefaultName(url);
  if (!Object.hasOwn(contexts, name) || !workspace) return name;
  return `${name}/${workspace.name.replace(/[\s\p{C}]+/gu, '-')}`;
}

export function selectContext(name: string): void {
  const saved = readContexts();
  getContext(saved, name);
  write({ ...saved, current: name });
}

/** Deletes a context with its access token. If it was the current one, no context is current. */
export function removeContext(name: string): void {
  const saved = readContexts();
  getContext(saved, name);
  const { [name]: _removed, ...contexts } = saved.contexts;
  write({ current: saved.current === name ? undefined : saved.current, contexts });
}

export function renameContext(name: string, newName: string): void {
  const saved = readContexts();
  const server = getContext(saved, name);
  assertContextName(newName);
  if (Object.hasOwn(saved.contexts, newName)) {
    throw new CliError('usage', `The context '${newName}' exists. Choose another name, or remove it first.`);
  }
  const { [name]: _renamed, ...others } = saved.contexts;
  const current = saved.current === name ? newName : saved.current;
  write({ current, contexts: { ...others, [newName]: server } });
}

function write(contexts: Contexts): void {
  writeConfigFile(getContextsPath(), contexts);
}

function assertContextName(name: string): void {
  if (/^[^\s\p{C}-][^\s\p{C}]*$/u.test(name) && name !== '__proto__') return;
  throw new CliError('usage', `'${name}' cannot be the name of a context. Use a word such as production.`);
}

/** Returns the host of a server, with its port if it is not the default one. */
function getDefaultName(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
