import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** A named value that scripts get; the value itself is never read back. */
export interface Secret {
  _id: string;
  /** Capital letters, digits and `_`. */
  name: string;
  createdAt: string;
  updatedAt: string;
}

/** What a secret is set to. */
export interface UpdateSecret {
  /** 4 to 16,384 characters. */
  value: string;
}

/** Stands in `vars` and saved values for the value of a secret. */
export interface SecretReference {
  $secret: string;
}

/** Named values, encrypted on the service, and masked in what runs write. */
export class Secrets {
  constructor(private readonly http: Http) {}

  /** Lists secrets without their values, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<Secret>> {
    return this.http.get('/v1/secrets', paging, options);
  }

  /** Goes through all secrets. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Secret, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Creates a secret, or replaces its value. */
  update(name: string, secret: UpdateSecret, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/secrets/${name}`, secret, options);
  }

  /** Removes a secret; runs that still need it are rejected. */
  remove(name: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/secrets/${name}`, undefined, options);
  }
}
