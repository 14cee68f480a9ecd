import type { ApiPromise } from './api-promise';
import type { Device } from './devices';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A key with which devices enrol. */
export interface EnrolmentKey {
  _id: string;
  name: string | null;
  maxUses: number;
  uses: number;
  expiresAt: string;
  createdAt: string;
}

/** A new enrolment key. The key is returned only once. */
export interface CreatedEnrolmentKey extends EnrolmentKey {
  key: string;
  /** URL of the service with the key, for a QR code. */
  url: string;
  /** URLs at which devices can reach the service, the likeliest first. */
  addresses: string[];
}

/** Settings of a new enrolment key. */
export interface CreateEnrolmentKey {
  name?: string;
  /** Number of devices that can enrol with it. Default: 1. */
  maxUses?: number;
  /** Validity in seconds. Default: 600. */
  expiresIn?: number;
}

/** A device that enrols. */
export interface CreateEnrolment {
  key: string;
  /** At most 20 characters. */
  name?: string;
  brand: string;
  model: string;
  platform: string;
  appVersion: string;
}

/** An enrolled device. */
export interface Enrolment {
  device: Device;
  /** The device token (`hmd_…`), returned only once. */
  token: string;
}

/** Keys with which devices enrol. */
export class EnrolmentKeys {
  constructor(private readonly http: Http) {}

  /**
   * Lists the keys that can still be used.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.enrolmentKeys.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<EnrolmentKey>> {
    return this.http.request('enrolmentKeys.list', { query: paging }, options);
  }

  /**
   * Iterates over all keys that can still be used.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, uses, maxUses } of drover.enrolmentKeys.iterate()) console.log(name, uses, maxUses);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<EnrolmentKey, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Creates a key.
   *
   * @param key Name, number of uses and validity. Default: one device within ten minutes.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const { key, url } = await drover.enrolmentKeys.create({ maxUses: 20, expiresIn: 3600 });
   */
  create(key: CreateEnrolmentKey = {}, options?: CallOptions): ApiPromise<CreatedEnrolmentKey> {
    return this.http.request('enrolmentKeys.create', { body: key }, options);
  }

  /**
   * Revokes a key.
   *
   * @param keyId ID of the key.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the key does not exist.
   * @example
   * await drover.enrolmentKeys.remove(keyId);
   */
  remove(keyId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('enrolmentKeys.remove', { params: { keyId } }, options);
  }
}

/** Enrolment of devices. */
export class Enrolments {
  constructor(private readonly http: Http) {}

  /**
   * Enrols the calling machine as a device. Requires an enrolment key but no access token.
   *
   * @param enrolment The key, and facts of the machine.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the key is invalid, expired or used up.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const { device, token } = await drover.enrolments.create({
   *   ...{ key: 'K7M2QX', brand: 'Raspberry Pi', model: '5' },
   *   ...{ platform: 'linux', appVersion: '1.2.2' },
   * });
   */
  create(enrolment: CreateEnrolment, options?: CallOptions): ApiPromise<Enrolment> {
    return this.http.request('enrolments.create', { body: enrolment }, options);
  }
}
