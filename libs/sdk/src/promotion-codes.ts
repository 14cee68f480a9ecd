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

  /**
   * Lists valid codes.
   *
   * @param devscriptId ID of the development script.
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @example
   * const { items } = await drover.promotionCodes.list(devscriptId);
   */
  list(devscriptId: string, paging: Paging = {}, options?: CallOptions): ApiPromise<Page<PromotionCode>> {
    return this.http.request('promotionCodes.list', { params: { devscriptId }, query: paging }, options);
  }

  /**
   * Iterates over all valid codes.
   *
   * @param devscriptId ID of the development script.
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @example
   * for await (const { code, percentOff } of drover.promotionCodes.iterate(devscriptId)) console.log(code, percentOff);
   */
  iterate(
    devscriptId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): AsyncGenerator<PromotionCode, void, undefined> {
    return eachItem((page) => this.list(devscriptId, page, options), paging);
  }

  /**
   * Creates a code. At most 30 codes of a script are valid at the same time.
   *
   * @param devscriptId ID of the development script.
   * @param code The discount.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 409 if it is not approved, has no monthly price, or has 30 valid codes.
   * @throws {@link ApiError} 422 if the percentage is invalid.
   * @example
   * const { code } = await drover.promotionCodes.create(devscriptId, { percentOff: 20 });
   */
  create(devscriptId: string, code: CreatePromotionCode, options?: CallOptions): ApiPromise<PromotionCode> {
    return this.http.request('promotionCodes.create', { params: { devscriptId }, body: code }, options);
  }

  /**
   * Deletes a code.
   *
   * @param devscriptId ID of the development script.
   * @param promotionCodeId ID of the promotion code.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the promotion code does not exist.
   * @example
   * await drover.promotionCodes.remove(devscriptId, promotionCodeId);
   */
  remove(devscriptId: string, promotionCodeId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('promotionCodes.remove', { params: { devscriptId, promotionCodeId } }, options);
  }
}
