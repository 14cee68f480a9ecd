import type { Device } from './devices';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** Lets devices register themselves. */
export interface EnrolmentKey {
  _id: string;
  name: string | null;
  maxUses: number;
  uses: number;
  expiresAt: string;
  createdAt: string;
}

/** A new enrolment key. The key itself is shown this once. */
export interface CreatedEnrolmentKey extends EnrolmentKey {
  key: string;
  /** Address of the service with the key, for a QR code. */
  url: string;
  /** Where devices may reach the service, likeliest first. */
  addresses: string[];
}

/** What a new enrolment key allows. */
export interface CreateEnrolmentKey {
  name?: string;
  /** Devices that it lets in; 1 unless given. */
  maxUses?: number;
  /** Seconds that it is valid; 600 unless given. */
  expiresIn?: number;
}

/** What a device says of itself when it registers. */
export interface CreateEnrolment {
  key: string;
  /** At most 20 characters. */
  name?: string;
  brand: string;
  model: string;
  platform: string;
  appVersion: string;
}

/** A device that has registered. */
export interface Enrolment {
  device: Device;
  /** The credential of the device link (`hmd_…`), shown this once. */
  token: string;
}

/** Keys with which devices register themselves. */
export class EnrolmentKeys {
  constructor(private readonly http: Http) {}

  /** Lists the keys that can still be used. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<EnrolmentKey>> {
    return this.http.get('/v1/enrolment-keys', paging, options);
  }

  /** Goes through all keys that can still be used. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<EnrolmentKey, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Creates a key. */
  create(key: CreateEnrolmentKey = {}, options?: CallOptions): Promise<CreatedEnrolmentKey> {
    return this.http.post('/v1/enrolment-keys', key, options);
  }

  /** Withdraws a key. */
  remove(keyId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/enrolment-keys/${keyId}`, undefined, options);
  }
}

/** Devices that register themselves. */
export class Enrolments {
  constructor(private readonly http: Http) {}

  /** Registers the calling machine as a device. Needs an enrolment key, and no access token. */
  create(enrolment: CreateEnrolment, options?: CallOptions): Promise<Enrolment> {
    return this.http.post('/v1/enrolments', enrolment, options);
  }
}
