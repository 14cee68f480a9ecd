import type { ApiPromise } from './api-promise';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A named value for scripts. The value is never returned. */
export interface Secret {
  _id: string;
  /** Capital letters, digits and `_`. */
  name: string;
  createdAt: string;
  updatedAt: string;
}

/** The value of a secret. */
export interface UpdateSecret {
  /** 4 to 16,384 characters. */
  value: string;
}

/** Placeholder for the value of a secret in `vars` and saved values. */
export interface SecretReference {
  $secret: string;
}

/** Named values for scripts, encrypted at rest and masked in logs. */
export class Secrets {
  constructor(private readonly http: Http) {}

  /** Lists secrets without their values, newest first. */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Secret>> {
    return this.http.request('secrets.list', { query: paging }, options);
  }

  /** Iterates over all secrets. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Secret, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Creates a secret, or replaces its value. */
  update(name: string, secret: UpdateSecret, options?: CallOptions): ApiPromise<void> {
    return this.http.request('secrets.update', { params: { secretName: name }, body: secret }, options);
  }

  /** Deletes a secret. Runs that still need it are rejected. */
  remove(name: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('secrets.remove', { params: { secretName: name } }, options);
  }
}
