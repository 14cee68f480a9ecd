import type { ApiPromise } from './api-promise';
import type { DeviceRule } from './devices';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A named group of devices, defined by a list or by a rule. The other one is `null`. */
export interface DeviceGroup {
  _id: string;
  name: string;
  /** IDs, without deleted devices. */
  devices: string[] | null;
  rule: DeviceRule | null;
  /** Current number of members. */
  deviceCount: number;
  createdAt: string;
}

/** Either a list of IDs or a rule. */
export interface CreateDeviceGroup {
  /** At most 64 characters, unique in the account. */
  name: string;
  /** IDs, at most 20,000. */
  devices?: string[];
  rule?: DeviceRule;
}

/** Omitted fields stay unchanged. A rule replaces a list, and a list replaces a rule. */
export interface UpdateDeviceGroup {
  /** At most 64 characters, unique in the account. */
  name?: string;
  /** IDs, at most 20,000. */
  devices?: string[];
  rule?: DeviceRule;
}

/** Named groups of devices, for selectors and for the filter `group` of devices. */
export class DeviceGroups {
  constructor(private readonly http: Http) {}

  /** Lists device groups, newest first. */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<DeviceGroup>> {
    return this.http.request('deviceGroups.list', { query: paging }, options);
  }

  /** Iterates over all device groups, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<DeviceGroup, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Creates a device group. Throws 409 if the name is taken. */
  create(group: CreateDeviceGroup, options?: CallOptions): ApiPromise<DeviceGroup> {
    return this.http.request('deviceGroups.create', { body: group }, options);
  }

  /** Reads a device group. */
  get(groupId: string, options?: CallOptions): ApiPromise<DeviceGroup> {
    return this.http.request('deviceGroups.get', { params: { groupId } }, options);
  }

  /** Renames a device group or replaces its members. */
  update(groupId: string, changes: UpdateDeviceGroup, options?: CallOptions): ApiPromise<void> {
    return this.http.request('deviceGroups.update', { params: { groupId }, body: changes }, options);
  }

  /** Deletes a device group but not its devices. Throws 409 while a preset, a schedule or a run uses it. */
  remove(groupId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('deviceGroups.remove', { params: { groupId } }, options);
  }
}
