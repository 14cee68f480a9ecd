import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** A discount on a script's monthly price, until the end of the day it was made on. */
export interface PromotionCode {
  _id: string;
  code: string;
  /** Per cent, 1 to 100. */
  percentOff: number;
  /** `YYYY-MM-DD HH:mm:ss` in the service's time zone. */
  expiresAt: string;
  /** Name of the script. */
  name: string;
  /** The script's public listing. */
  url: string;
}

/** A new promotion code. */
export interface CreatePromotionCode {
  /** Per cent, 1 to 100. */
  percentOff: number;
}

/** Promotion codes of development scripts that passed review and have a monthly price. */
export class PromotionCodes {
  constructor(private readonly http: Http) {}

  /** Lists the codes that are valid. */
  list(devscriptId: string, paging: Paging = {}, options?: CallOptions): Promise<Page<PromotionCode>> {
    return this.http.get(path`/v1/devscripts/${devscriptId}/promocode`, paging, options);
  }

  /** Goes through all codes that are valid. */
  iterate(
    devscriptId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): AsyncGenerator<PromotionCode, void, undefined> {
    return eachItem((page) => this.list(devscriptId, page, options), paging);
  }

  /** Creates a code; at most 30 of a script are valid at one time. */
  create(devscriptId: string, code: CreatePromotionCode, options?: CallOptions): Promise<PromotionCode> {
    return this.http.post(path`/v1/devscripts/${devscriptId}/promocode`, code, options);
  }

  /** Deletes a code. */
  remove(devscriptId: string, promotionCodeId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(
      path`/v1/devscripts/${devscriptId}/promocode/${promotionCodeId}`,
      undefined,
      options,
    );
  }
}
