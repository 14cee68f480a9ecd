import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';
import { SecretName } from './secrets.schemas';

/** What started a sync: a request, the interval, a webhook of the Git server, or a save, which is pushed. */
export const SyncTrigger = z.enum(['request', 'interval', 'webhook', 'save']);
export type SyncTrigger = z.infer<typeof SyncTrigger>;

export const SyncState = z.enum(['running', 'done', 'failed']);
export type SyncState = z.infer<typeof SyncState>;

/** A sync of a Git repository, or a push of a save to it. A failed one has changed nothing. */
export const RepositorySync = z.object({
  _id: Id,
  trigger: SyncTrigger,
  state: SyncState,
  commit: z.string().nullable().meta({ description: 'null until the Git server has named it' }),
  commitAuthor: z.string().nullable(),
  projects: z
    .number()
    .int()
    .meta({ description: 'projects in the commit; 0 if it was stored before; 1 for a push' }),
  changed: z
    .number()
    .int()
    .meta({ description: 'projects that have a new revision; for a push: that changed the branch' }),
  error: z.string().nullable().meta({ description: 'why it failed, with a line for each project' }),
  notice: z.string().nullable().meta({
    description: 'projects that it left out, because they are only on a pinned branch, with a line for each',
  }),
  createdAt: Time,
  finishedAt: Time.nullable(),
});
export type RepositorySync = z.infer<typeof RepositorySync>;

export const RepositorySyncList = listOf(RepositorySync);
export type RepositorySyncList = z.infer<typeof RepositorySyncList>;

/** A branch or a tag whose projects the devices of a group run. If a device is in several groups, the first pin wins. */
export const RepositoryPin = z.object({
  ref: z.string().meta({ description: 'branch or tag' }),
  groupId: Id.meta({ description: 'ID of the device group' }),
  commit: z.string().nullable().meta({ description: 'the commit whose projects were stored last' }),
});
export type RepositoryPin = z.infer<typeof RepositoryPin>;

/** A Git repository whose projects become revisions of development scripts. */
export const Repository = z.object({
  _id: Id,
  name: z.string(),
  url: z.string(),
  ref: z.string().nullable().meta({ description: 'branch or tag; null: the default branch' }),
  folder: z.string().meta({ description: 'where projects are searched; empty: everywhere' }),
  secretName: z.string().nullable().meta({ description: 'the secret that signs in to the Git server' }),
  knownHosts: z.string().nullable().meta({ description: 'keys of the SSH server; null: accept the first' }),
  intervalMinutes: z.number().int().nullable().meta({ description: 'null: no syncs by interval' }),
  pushRef: z.string().nullable().meta({ description: 'branch that saves are pushed to; null: none' }),
  hookUrl: z.string().meta({ description: 'URL for the webhook of the Git server' }),
  commit: z.string().nullable().meta({ description: 'the commit whose projects were stored last' }),
  pins: z.array(RepositoryPin).meta({ description: 'what the devices of groups run in place of `ref`' }),
  nextAt: Time.nullable().meta({ description: 'when the next sync is due' }),
  lastSync: RepositorySync.nullable(),
  createdAt: Time,
});
export type Repository = z.infer<typeof Repository>;

export const RepositoryList = listOf(Repository);
export type RepositoryList = z.infer<typeof RepositoryList>;

const scpForm = /^[\w.-]+@[a-z0-9][a-z0-9.-]*:(?!\/\/)[^\s]+$/i;

/** Whether a text is the URL of a repository, with a host and without a password. */
function isRepositoryUrl(url: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(url)) return false;
  if (scpForm.test(url)) return true;
  if (!/^(https?|ssh):\/\/[^/]/i.test(url) || !URL.canParse(url)) return false;
  const { hostname, username, password } = new URL(url);
  return (
    /^(\[[\da-f:.]+\]|[a-z0-9][a-z0-9.-]*)$/i.test(hostname) && /^[\w.-]*$/.test(username) && password === ''
  );
}

const RepositoryName = text(LIMITS.repositoryNameChars, 1);
const RepositoryUrl = text(LIMITS.repositoryUrlChars, 1)
  .refine(isRepositoryUrl, { message: 'must begin with https:// or ssh://, and have no password' })
  .meta({ example: 'https://git.example.org/shop/scripts.git' });

/** The rules of `git check-ref-format`. */
const RepositoryRef = text(LIMITS.repositoryRefChars, 1).refine(
  (ref) =>
    /^(?!-|\/)[^\s\p{Cc}~^:?*[\\]+$/u.test(ref) && !/\.\.|\/\/|@\{|(^|\/)\.|\.lock(\/|$)|[./]$|^@$/.test(ref),
  { message: 'must be the name of a branch or a tag' },
);
const PushRef = RepositoryRef.refine((ref) => ref !== 'HEAD', { message: 'must be the name of a branch' });
const RepositoryFolder = text(LIMITS.repositoryFolderChars).refine(
  (folder) =>
    folder === '' ||
    (!/[\p{Cc}\\]/u.test(folder) && folder.split('/').every((part) => !/^\.{0,2}$/.test(part))),
  { message: 'must be a relative path such as scripts/shop' },
);
const KnownHosts = text(LIMITS.repositoryKnownHostsChars, 1).refine(
  (lines) => lines.split(/\r?\n/).every((line) => /^\s*(#.*)?$|^\S+ +[\w@.-]+ +[\w+/=]+( .*)?$/.test(line)),
  { message: 'must be lines such as those of ssh-keyscan: host, type and key' },
);
const IntervalMinutes = z.number().int().min(1).max(LIMITS.repositoryIntervalMinutesMax);

const RepositoryPins = z
  .array(z.object({ ref: RepositoryRef, groupId: Id }))
  .max(LIMITS.repositoryPins)
  .refine((pins) => new Set(pins.map(({ groupId }) => groupId)).size === pins.length, {
    message: 'must have at most one pin for each device group',
  });

export const CreateRepository = z.object({
  name: RepositoryName,
  url: RepositoryUrl,
  ref: RepositoryRef.nullable().optional(),
  folder: RepositoryFolder.optional(),
  secretName: SecretName.nullable().optional(),
  knownHosts: KnownHosts.nullable().optional(),
  intervalMinutes: IntervalMinutes.nullable().optional(),
  pins: RepositoryPins.optional(),
  pushRef: PushRef.nullable().optional(),
});
export type CreateRepository = z.infer<typeof CreateRepository>;

/** Omitted fields stay unchanged. */
export const UpdateRepository = CreateRepository.partial();
export type UpdateRepository = z.infer<typeof UpdateRepository>;

/** What the webhook of the Git server signs or sends. It is returned only once. */
const hookSecret = z.string();

export const CreatedRepository = Repository.extend({ hookSecret });
export type CreatedRepository = z.infer<typeof CreatedRepository>;

export const HookSecret = z.object({ hookSecret });
export type HookSecret = z.infer<typeof HookSecret>;
