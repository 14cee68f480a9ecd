import type { Role } from './accounts';
import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import { eachItem, type Page, type Paging } from './paging';
import type { Http } from './request';

/** A role that a directory can give. */
export type DirectoryRole = Exclude<Role, 'owner'>;

/** The role of the members of a group of the directory. */
export interface DirectoryGroupRole {
  /** Name of the group in the directory. */
  group: string;
  role: DirectoryRole;
}

/** How a directory manages the people of the workspace by SCIM 2.0. */
export interface Directory {
  /** What to enter in the directory, with the token. */
  url: string;
  /** Null without one: no directory can connect. */
  token: { createdAt: string; lastUsedAt: string | null } | null;
  /** The role of people in none of the groups. */
  defaultRole: DirectoryRole;
  /** A person in several groups gets the highest of their roles. */
  roles: DirectoryGroupRole[];
}

/** An active user of the directory who has not joined the workspace. */
export interface PendingDirectoryUser {
  _id: string;
  /** The display name, the given and family name, or the user name. */
  name: string;
  userName: string;
  /** By which the person is recognized. Null without one. */
  email: string | null;
  /** Which the groups of the user give. */
  role: DirectoryRole;
  createdAt: string;
}

/** Replaces the roles. */
export interface UpdateDirectory {
  defaultRole: DirectoryRole;
  roles: DirectoryGroupRole[];
}

/** The token of the directory, which is returned only once. */
export interface CreatedDirectoryToken {
  token: string;
}

/** A directory, such as Entra ID or Okta, that manages the people of the workspace by SCIM 2.0. */
export class DirectoryResource {
  constructor(private readonly http: Http) {}

  /**
   * Reads the URL for the directory, the last use of its token, and the roles of its groups.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 without the role admin.
   * @example
   * const { url, token } = await drover.directory.get();
   */
  get(options?: CallOptions): ApiPromise<Directory> {
    return this.http.request('directory.get', {}, options);
  }

  /**
   * Sets the roles of the groups of the directory, also for the people who are members already.
   *
   * @param settings The roles of groups, and of people in none of them.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a role is invalid, or there are too many groups.
   * @example
   * await drover.directory.update({ defaultRole: 'viewer', roles: [{ group: 'IT', role: 'admin' }] });
   */
  update(settings: UpdateDirectory, options?: CallOptions): ApiPromise<void> {
    return this.http.request('directory.update', { body: settings }, options);
  }

  /**
   * Lists the active users of the directory who have not joined the workspace, newest first.
   *
   * @param paging Page size, and the cursor of the page before.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 without the role admin.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.directory.listPending();
   */
  listPending(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<PendingDirectoryUser>> {
    return this.http.request('directory.listPending', { query: paging }, options);
  }

  /**
   * Iterates over the active users of the directory who have not joined the workspace.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, email } of drover.directory.iteratePending()) console.log(name, email);
   */
  iteratePending(
    paging: Paging = {},
    options?: CallOptions,
  ): AsyncGenerator<PendingDirectoryUser, void, undefined> {
    return eachItem((page) => this.listPending(page, options), paging);
  }

  /**
   * Creates the token of the directory. The former one is not valid any more.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 without the role admin.
   * @example
   * const created = await drover.directory.createToken();
   * console.log(created.token);
   */
  createToken(options?: CallOptions): ApiPromise<CreatedDirectoryToken> {
    return this.http.request('directory.createToken', {}, options);
  }

  /**
   * Revokes the token of the directory. Its people and groups stay.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 without the role admin.
   * @example
   * await drover.directory.removeToken();
   */
  removeToken(options?: CallOptions): ApiPromise<void> {
    return this.http.request('directory.removeToken', {}, options);
  }
}
