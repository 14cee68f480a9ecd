import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import { eachItem, type Page, type Paging } from './paging';
import type { Http } from './request';

/** A sync of a Git repository, or a push of a save to it. A failed one has changed nothing. */
export interface RepositorySync {
  _id: string;
  /** What started it: a request, the interval, a webhook of the Git server, or a save, which is pushed. */
  trigger: 'request' | 'interval' | 'webhook' | 'save';
  state: 'running' | 'done' | 'failed';
  /** Null until the Git server has named it. */
  commit: string | null;
  commitAuthor: string | null;
  /** Projects in the commit. 0 if it was stored before, 1 for a push. */
  projects: number;
  /** Projects that have a new revision. For a push: projects that changed the branch. */
  changed: number;
  /** Why it failed, with a line for each project. */
  error: string | null;
  /** Projects that it left out, because they are only on a pinned branch, with a line for each. */
  notice: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** A branch or a tag whose projects the devices of a group run. */
export interface RepositoryPin {
  ref: string;
  /** ID of the device group. */
  groupId: string;
}

/** A pin of a connected repository. */
export interface StoredRepositoryPin extends RepositoryPin {
  /** The commit whose projects were stored last. */
  commit: string | null;
}

/** A Git repository whose projects become revisions of development scripts. */
export interface Repository {
  _id: string;
  name: string;
  url: string;
  /** Branch or tag. Null: the default branch. */
  ref: string | null;
  /** Where projects are searched. Empty: everywhere. */
  folder: string;
  /** Name of the secret that signs in to the Git server. */
  secretName: string | null;
  /** Keys of the SSH server. Null: the first one is accepted and stored. */
  knownHosts: string | null;
  /** Null: no syncs by interval. */
  intervalMinutes: number | null;
  /** Branch that saves are pushed to. Null: they are not pushed. */
  pushRef: string | null;
  /** URL for the webhook of the Git server. */
  hookUrl: string;
  /** The commit whose projects were stored last. */
  commit: string | null;
  /** What the devices of groups run in place of `ref`. If a device is in several groups, the first pin wins. */
  pins: StoredRepositoryPin[];
  /** When the next sync is due. */
  nextAt: string | null;
  lastSync: RepositorySync | null;
  createdAt: string;
}

/** A repository to connect. */
export interface CreateRepository {
  /** At most 64 characters, unique in the account. */
  name: string;
  /** HTTPS or SSH, without a password, at most 2048 characters. */
  url: string;
  /** Branch or tag, at most 255 characters. Default: the default branch. */
  ref?: string | null;
  /** At most 255 characters. Default: the whole repository. */
  folder?: string;
  /** Name of a secret: the password or token for HTTPS, the private key for SSH. */
  secretName?: string | null;
  /** Keys of the SSH server, as `ssh-keyscan` prints them, at most 8192 characters. */
  knownHosts?: string | null;
  /** 1 to 10080. */
  intervalMinutes?: number | null;
  /** At most 8, one for each device group. */
  pins?: RepositoryPin[];
  /** Branch that saves of its scripts are pushed to, at most 255 characters. Default: none. */
  pushRef?: string | null;
}

/** Omitted fields stay unchanged. */
export type UpdateRepository = Partial<CreateRepository>;

/** The secret for the webhook of the Git server. It is returned only once. */
export interface HookSecret {
  hookSecret: string;
}

/** A connected repository with the secret of its webhook. */
export interface CreatedRepository extends Repository, HookSecret {}

/** Git repositories, whose projects become revisions of development scripts. */
export class Repositories {
  constructor(private readonly http: Http) {}

  /**
   * Lists repositories, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.repositories.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Repository>> {
    return this.http.request('repositories.list', { query: paging }, options);
  }

  /**
   * Iterates over all repositories, page by page.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name } of drover.repositories.iterate()) console.log(name);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Repository, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Connects a repository. Its first sync starts at once.
   *
   * @param repository The new record.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the name is taken.
   * @throws {@link ApiError} 422 if the URL has a private address.
   * @example
   * const { hookUrl, hookSecret } = await drover.repositories.create({ name: 'shop', url: 'https://git.example.org/shop.git' });
   */
  create(repository: CreateRepository, options?: CallOptions): ApiPromise<CreatedRepository> {
    return this.http.request('repositories.create', { body: repository }, options);
  }

  /**
   * Reads a repository with its last sync.
   *
   * @param repositoryId ID of the repository.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the repository does not exist.
   * @example
   * const { lastSync } = await drover.repositories.get(repositoryId);
   */
  get(repositoryId: string, options?: CallOptions): ApiPromise<Repository> {
    return this.http.request('repositories.get', { params: { repositoryId } }, options);
  }

  /**
   * Changes a repository, and syncs it.
   *
   * @param repositoryId ID of the repository.
   * @param changes Fields to change. Omitted ones stay unchanged.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the repository does not exist.
   * @throws {@link ApiError} 409 if the name is taken.
   * @example
   * await drover.repositories.update(repositoryId, { ref: 'v2', intervalMinutes: 60 });
   */
  update(repositoryId: string, changes: UpdateRepository, options?: CallOptions): ApiPromise<void> {
    return this.http.request('repositories.update', { params: { repositoryId }, body: changes }, options);
  }

  /**
   * Disconnects a repository. Its development scripts stay.
   *
   * @param repositoryId ID of the repository.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the repository does not exist.
   * @example
   * await drover.repositories.remove(repositoryId);
   */
  remove(repositoryId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('repositories.remove', { params: { repositoryId } }, options);
  }

  /**
   * Requests a sync. It starts within a second, or after the running one.
   *
   * @param repositoryId ID of the repository.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the repository does not exist.
   * @example
   * await drover.repositories.sync(repositoryId);
   */
  sync(repositoryId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('repositories.sync', { params: { repositoryId } }, options);
  }

  /**
   * Lists the last syncs of a repository, newest first, at most 50.
   *
   * @param repositoryId ID of the repository.
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the repository does not exist.
   * @example
   * const { items } = await drover.repositories.listSyncs(repositoryId);
   */
  listSyncs(
    repositoryId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): ApiPromise<Page<RepositorySync>> {
    return this.http.request('repositories.listSyncs', { params: { repositoryId }, query: paging }, options);
  }

  /**
   * Replaces the secret of the webhook. The former one is refused at once.
   *
   * @param repositoryId ID of the repository.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the repository does not exist.
   * @example
   * const { hookSecret } = await drover.repositories.rotateSecret(repositoryId);
   */
  rotateSecret(repositoryId: string, options?: CallOptions): ApiPromise<HookSecret> {
    return this.http.request('repositories.rotateSecret', { params: { repositoryId } }, options);
  }
}
