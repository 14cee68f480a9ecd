import type { ApiPromise } from './api-promise';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A discount on a script's monthly price, valid until the end of the day on which it was created. */
export interface PromotionCode {
  _id: string;
  code: string;
  /** Percentage, 1 to 100. */
  percentOff: number;
  /** `YYYY-MM-DD HH:mm:ss` in the service's time zone. */
  expiresAt: string;
  /** Name of the script. */
  name: string;
  /** URL of the script's public listing. */
  url: string;
}

/** A new promotion code. */
export interface CreatePromotionCode {
  /** Percentage, 1 to 100. */
  percentOff: number;
}

/** Promotion codes of approved development scripts with a monthly price. */
export class PromotionCodes {
  constructor(private readonly http: Http) {}

  /** Lists valid codes. */
  list(devscriptId: string, paging: Paging = {}, options?: CallOptions): ApiPromise<Page<PromotionCode>> {
    return this.http.request('promotionCodes.list', { params: { devscriptId }, query: paging }, options);
  }

  /** Iterates over all valid codes. */
  iterate(
    devscriptId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): AsyncGenerator<PromotionCode, void, undefined> {
    return eachItem((page) => this.list(devscriptId, page, options), paging);
  }

  /** Creates a code. At most 30 codes of a script are valid at the same time. */
  create(devscriptId: string, code: CreatePromotionCode, options?: CallOptions): ApiPromise<PromotionCode> {
    return this.http.request('promotionCodes.create', { params: { devscriptId }, body: code }, options);
  }

  /** Deletes a code. */
  remove(devscriptId: string, promotionCodeId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('promotionCodes.remove', { params: { devscriptId, promotionCodeId } }, options);
  }
}
