import { cutChars, LIMITS } from '@drover/contract';
import { readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { AppContext } from '../../context/app-context';
import type { Repository } from '../../database/client/client';
import { openSecret } from '../secrets/secrets';
import { ForbiddenTarget, lookupFor } from '../webhooks/targets';
import type { ClaimedSync } from './queue';
import { parseRemoteUrl, type RemoteUrl } from './remote-url';
import { SyncError } from './sync-error';

/** How git reaches a repository. */
export interface Remote {
  url: string;
  config: Record<string, string>;
  env: Record<string, string>;
  /** Replaces the credential in a text. */
  mask: (text: string) => string;
}

const connectSeconds = 15;
const knownHostsFile = 'known_hosts';

/** Reads the credential, and resolves the address of the Git server by the rules of webhooks. Writes files for ssh. */
export async function openRemote(
  context: AppContext,
  repository: Repository,
  folder: string,
): Promise<Remote> {
  const remote = parseRemoteUrl(repository.url);
  if (remote.protocol === 'http' && context.settings.DROVER_WEBHOOK_PRIVATE !== 'allow') {
    throw new SyncError('The URL must begin with https:// or ssh://.');
  }
  const address = await resolveAddress(context, remote);
  const secret = await readSecret(context, repository);
  const open = remote.protocol === 'ssh' ? openSsh : openHttp;
  const opened = await open({ remote, address, secret, folder, knownHosts: repository.knownHosts });
  const hidden = secret === undefined ? [] : [secret, basicOf(remote.user, secret)];
  return {
    ...opened,
    url: remote.url,
    mask: (text) => hidden.reduce((masked, value) => masked.replaceAll(value, '***'), text),
  };
}

interface Access {
  remote: RemoteUrl;
  /** The address that was checked, or undefined if any is allowed. */
  address: string | undefined;
  secret: string | undefined;
  folder: string;
  knownHosts: string | null;
}

const basicOf = (user: string, password: string) => Buffer.from(`${user}:${password}`).toString('base64');

async function openHttp({ remote, address, secret }: Access): Promise<Pick<Remote, 'config' | 'env'>> {
  const { protocol, host, port, user } = remote;
  return {
    env: {},
    config: {
      [`protocol.${protocol}.allow`]: 'always',
      'http.followRedirects': 'false',
      'http.lowSpeedLimit': '1',
      'http.lowSpeedTime': '30',
      ...(address !== undefined && { 'http.curloptResolve': `${host}:${port}:${address}` }),
      ...(secret !== undefined && { 'http.extraHeader': `Authorization: Basic ${basicOf(user, secret)}` }),
    },
  };
}

async function openSsh({ remote, address, secret, folder, knownHosts }: Access) {
  if (secret === undefined) throw new SyncError('SSH needs a secret with a private key.');
  const { host, port } = remote;
  const lines = [
    'Host *',
    ...(address === undefined ? [] : [`HostName ${address}`]),
    // The name under which ssh would look for the key of the host itself.
    `HostKeyAlias ${port === 22 ? host : `[${host}]:${port}`}`,
    ...['IdentityFile ./key', 'IdentitiesOnly yes', 'IdentityAgent none'],
    ...['PreferredAuthentications publickey', 'BatchMode yes', `ConnectTimeout ${connectSeconds}`],
    `StrictHostKeyChecking ${knownHosts === null ? 'accept-new' : 'yes'}`,
    ...[`UserKnownHostsFile ./${knownHostsFile}`, 'GlobalKnownHostsFile /dev/null', 'UpdateHostKeys no'],
    ...['HashKnownHosts no', 'CheckHostIP no', 'ForwardAgent no', 'PermitLocalCommand no', 'LogLevel ERROR'],
  ];
  await writeFile(join(folder, 'ssh_config'), `${lines.join('\n')}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'key'), `${secret}\n`, { mode: 0o600 });
  await writeFile(join(folder, knownHostsFile), knownHosts === null ? '' : `${knownHosts}\n`, {
    mode: 0o600,
  });
  const env = { GIT_SSH_COMMAND: 'ssh -F ssh_config', GIT_SSH_VARIANT: 'ssh' };
  return { env, config: { 'protocol.ssh.allow': 'always' } };
}

/** Removes the credential from errors. */
export async function masked<Result>({ mask }: Remote, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof SyncError) error.message = mask(error.message);
    throw error;
  }
}

/** Stores the key of the SSH server that was accepted first. */
export async function pinHostKey(
  { prisma }: AppContext,
  { syncId, repository }: ClaimedSync,
  folder: string,
) {
  if (repository.knownHosts !== null) return;
  const knownHosts = await readKnownHosts(folder);
  if (knownHosts === null) return;
  await prisma.repository.updateMany({
    where: { id: repository.id, syncId, knownHosts: null },
    data: { knownHosts: cutChars(knownHosts, LIMITS.repositoryKnownHostsChars) },
  });
}

/** Returns the keys that ssh has accepted, or null if there are none. */
async function readKnownHosts(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, knownHostsFile), 'utf8').catch(() => '');
  return text.trim() || null;
}

/** Returns a public address of the host, which git then connects to. Undefined if private addresses are allowed. */
async function resolveAddress(context: AppContext, { host }: RemoteUrl): Promise<string | undefined> {
  try {
    const lookup = lookupFor(context, new URL(`https://${isIP(host) === 6 ? `[${host}]` : host}`));
    if (!lookup || isIP(host)) return undefined;
    return await new Promise<string>((resolve, reject) => {
      lookup(host, { all: false }, (error, address) => (error ? reject(error) : resolve(address as string)));
    });
  } catch (error) {
    if (error instanceof ForbiddenTarget) {
      throw new SyncError(
        `${error.message}. To allow private addresses, set DROVER_WEBHOOK_PRIVATE to allow.`,
      );
    }
    throw new SyncError(`The host ${host} cannot be resolved.`);
  }
}

async function readSecret(
  { prisma, vault }: AppContext,
  { accountId, secretName: name }: Repository,
): Promise<string | undefined> {
  if (name === null) return undefined;
  const row = await prisma.secret.findUnique({ where: { accountId_name: { accountId, name } } });
  if (!row) throw new SyncError(`The secret ${name} does not exist.`);
  return (await openSecret(vault, row)).trim();
}
