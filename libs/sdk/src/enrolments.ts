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

  /** Lists the keys that can still be used. */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<EnrolmentKey>> {
    return this.http.request('enrolmentKeys.list', { query: paging }, options);
  }

  /** Iterates over all keys that can still be used. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<EnrolmentKey, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Creates a key. */
  create(key: CreateEnrolmentKey = {}, options?: CallOptions): ApiPromise<CreatedEnrolmentKey> {
    return this.http.request('enrolmentKeys.create', { body: key }, options);
  }

  /** Revokes a key. */
  remove(keyId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('enrolmentKeys.remove', { params: { keyId } }, options);
  }
}

/** Enrolment of devices. */
export class Enrolments {
  constructor(private readonly http: Http) {}

  /** Enrols the calling machine as a device. Requires an enrolment key but no access token. */
  create(enrolment: CreateEnrolment, options?: CallOptions): ApiPromise<Enrolment> {
    return this.http.request('enrolments.create', { body: enrolment }, options);
  }
}
