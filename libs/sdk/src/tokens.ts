import type { Role } from './accounts';
import type { ApiPromise } from './api-promise';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** Permission of an access token. `admin` includes the others. */
export type Scope = 'read' | 'run' | 'write' | 'admin';

/** An access token, without its value. */
export interface Token {
  _id: string;
  name: string;
  scopes: Scope[];
  /** Whose token it is. Null for a token of the workspace. */
  person: { _id: string; name: string } | null;
  /** Role at most. A person's token has at most the role of the person. */
  role: Role;
  /** IDs of the device groups that a viewer or an operator is bound to. Empty for all devices. */
  groups: string[];
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

/** A new access token. Its value is returned only once. */
export interface CreatedToken extends Token {
  /** `hmp_` and 64 hex characters. */
  token: string;
}

/** Settings of a new access token. */
export interface CreateToken {
  /** At most 64 characters. */
  name: string;
  /** Scopes that the caller has. Default: all of them. */
  scopes?: Scope[];
  /** Validity in seconds. Default: until it is revoked. */
  expiresIn?: number;
  /** Default: the caller's. A person's token ends with the membership. A workspace's requires the role `admin`. */
  belongsTo?: 'person' | 'workspace';
  /** At most the caller's role, which is the default. */
  role?: Role;
  /** IDs of the device groups that a workspace's viewer or operator token is bound to, at most 20. */
  groups?: string[];
}

/** Access tokens: admins see those of the workspace, others their own. */
export class Tokens {
  constructor(private readonly http: Http) {}

  /**
   * Lists access tokens, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.tokens.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Token>> {
    return this.http.request('tokens.list', { query: paging }, options);
  }

  /**
   * Iterates over all access tokens.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, lastUsedAt } of drover.tokens.iterate()) console.log(name, lastUsedAt);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Token, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Returns the access token that this client uses.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 in a browser session, which has none.
   * @example
   * const { name, scopes } = await drover.tokens.getCurrent();
   */
  getCurrent(options?: CallOptions): ApiPromise<Token> {
    return this.http.request('tokens.getCurrent', {}, options);
  }

  /**
   * Creates an access token.
   *
   * @param token Name, scopes and validity.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller lacks one of the scopes, or the role.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const { token } = await drover.tokens.create({ name: 'CI', scopes: ['read', 'run'], expiresIn: 86_400 });
   */
  create(token: CreateToken, options?: CallOptions): ApiPromise<CreatedToken> {
    return this.http.request('tokens.create', { body: token }, options);
  }

  /**
   * Revokes an access token immediately.
   *
   * @param tokenId ID of the token.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the token does not exist.
   * @example
   * await drover.tokens.remove(tokenId);
   */
  remove(tokenId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('tokens.remove', { params: { tokenId } }, options);
  }
}
