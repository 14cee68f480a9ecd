import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** How many requests the account may send in a calendar month, and how many it has sent. */
export interface Usage {
  /** Requests per month. 1,000,000,000 if there is no limit. */
  limit: number;
  remaining: number;
  /** Requests with an access token in this month. */
  used: number;
  /** Start of the next month in the time zone of the service, `YYYY-MM-DD HH:mm:ss`. */
  reset: string;
}

/** Requests of the account. */
export class UsageOfAccount {
  constructor(private readonly http: Http) {}

  /**
   * Gets the number of the account's requests in this month.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the access token is missing, expired or revoked.
   * @example
   * const { used, limit } = await drover.usage.get();
   */
  get(options?: CallOptions): ApiPromise<Usage> {
    return this.http.request('usage.get', {}, options);
  }
}
