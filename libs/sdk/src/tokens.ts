import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** What an access token may do; `admin` includes the others. */
export type Scope = 'read' | 'run' | 'write' | 'admin';

/** An access token's record. */
export interface Token {
  _id: string;
  name: string;
  scopes: Scope[];
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

/** A new access token. The token itself is shown this once. */
export interface CreatedToken extends Token {
  /** `hmp_` and 64 hex characters. */
  token: string;
}

/** What a new access token allows. */
export interface CreateToken {
  /** At most 64 characters. */
  name: string;
  /** No more than the caller has; without it, those of the caller. */
  scopes?: Scope[];
  /** Seconds that it is valid; without it, until it is revoked. */
  expiresIn?: number;
}

/** Access tokens of the caller's account. */
export class Tokens {
  constructor(private readonly http: Http) {}

  /** Lists access tokens, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<Token>> {
    return this.http.get('/v1/tokens', paging, options);
  }

  /** Goes through all access tokens. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Token, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Creates an access token. */
  create(token: CreateToken, options?: CallOptions): Promise<CreatedToken> {
    return this.http.post('/v1/tokens', token, options);
  }

  /** Revokes an access token, at once. */
  remove(tokenId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/tokens/${tokenId}`, undefined, options);
  }
}
