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
  /** When a run last got the value, to the minute. Null if none did. */
  lastUsedAt: string | null;
  /** What refers to the secret, at most 100 records. */
  usedBy: SecretUse[];
}

/** A record that refers to a secret: a preset, a schedule, or saved inputs of a script. */
export interface SecretUse {
  kind: 'script' | 'devscript' | 'preset' | 'schedule';
  _id: string;
  name: string;
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

  /**
   * Lists secrets without their values, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.secrets.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Secret>> {
    return this.http.request('secrets.list', { query: paging }, options);
  }

  /**
   * Iterates over all secrets.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, updatedAt } of drover.secrets.iterate()) console.log(name, updatedAt);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Secret, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Creates a secret, or replaces its value.
   *
   * @param name Capital letters, digits and `_`.
   * @param secret The value.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the account has 100 secrets, or the installation stores none.
   * @throws {@link ApiError} 422 if the name or the value is invalid.
   * @example
   * await drover.secrets.update('SHOP', { value: password });
   * await drover.scripts.run(scriptId, { devices, vars: { password: { $secret: 'SHOP' } } });
   */
  update(name: string, secret: UpdateSecret, options?: CallOptions): ApiPromise<void> {
    return this.http.request('secrets.update', { params: { secretName: name }, body: secret }, options);
  }

  /**
   * Deletes a secret. Runs that still need it are rejected.
   *
   * @param name Name of the secret.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the secret does not exist.
   * @example
   * await drover.secrets.remove('SHOP');
   */
  remove(name: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('secrets.remove', { params: { secretName: name } }, options);
  }
}
