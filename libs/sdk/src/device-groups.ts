import type { DeviceRule } from './devices';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** Devices under one name, by a list or by a rule: one of the two is `null`. */
export interface DeviceGroup {
  _id: string;
  name: string;
  /** Ids, without those of devices that were deleted. */
  devices: string[] | null;
  rule: DeviceRule | null;
  /** Devices that belong to it now. */
  deviceCount: number;
  createdAt: string;
}

/** A list of ids, or a rule: one of both. */
export interface CreateDeviceGroup {
  /** At most 64 characters, once in an account. */
  name: string;
  /** Ids, at most 20,000. */
  devices?: string[];
  rule?: DeviceRule;
}

/** A key that is left out stays as it is; a rule takes the place of a list, and a list that of a rule. */
export interface UpdateDeviceGroup {
  /** At most 64 characters, once in an account. */
  name?: string;
  /** Ids, at most 20,000. */
  devices?: string[];
  rule?: DeviceRule;
}

/** Devices under a name, for selectors and for the filter `group` of the devices. */
export class DeviceGroups {
  constructor(private readonly http: Http) {}

  /** Lists device groups, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<DeviceGroup>> {
    return this.http.get('/v1/device-groups', paging, options);
  }

  /** Goes through all device groups, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<DeviceGroup, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Groups devices under a name; 409 where the name is taken. */
  create(group: CreateDeviceGroup, options?: CallOptions): Promise<DeviceGroup> {
    return this.http.post('/v1/device-groups', group, options);
  }

  /** Reads a device group. */
  get(groupId: string, options?: CallOptions): Promise<DeviceGroup> {
    return this.http.get(path`/v1/device-groups/${groupId}`, undefined, options);
  }

  /** Renames a device group, or says anew what belongs to it. */
  update(groupId: string, changes: UpdateDeviceGroup, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/device-groups/${groupId}`, changes, options);
  }

  /** Deletes a device group, not its devices; 409 while something else chooses its devices by it. */
  remove(groupId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/device-groups/${groupId}`, undefined, options);
  }
}
