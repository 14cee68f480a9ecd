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

  /**
   * Lists device groups, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.deviceGroups.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<DeviceGroup>> {
    return this.http.request('deviceGroups.list', { query: paging }, options);
  }

  /**
   * Iterates over all device groups, page by page.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, deviceCount } of drover.deviceGroups.iterate()) console.log(name, deviceCount);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<DeviceGroup, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Creates a device group.
   *
   * @param group Name, and a list of devices or a rule.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if a device of the list does not exist.
   * @throws {@link ApiError} 409 if the name is taken, or the account has 200 groups.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const group = await drover.deviceGroups.create({ name: 'Pixels', rule: { brand: 'Google' } });
   */
  create(group: CreateDeviceGroup, options?: CallOptions): ApiPromise<DeviceGroup> {
    return this.http.request('deviceGroups.create', { body: group }, options);
  }

  /**
   * Reads a device group.
   *
   * @param groupId ID of the device group.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the group does not exist.
   * @example
   * const { deviceCount } = await drover.deviceGroups.get(groupId);
   */
  get(groupId: string, options?: CallOptions): ApiPromise<DeviceGroup> {
    return this.http.request('deviceGroups.get', { params: { groupId } }, options);
  }

  /**
   * Renames a device group or replaces its members.
   *
   * @param groupId ID of the device group.
   * @param changes Fields to change. Omitted ones stay unchanged.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the group or one of its devices does not exist.
   * @throws {@link ApiError} 409 if the name is taken.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * await drover.deviceGroups.update(groupId, { name: 'Phones in Berlin' });
   */
  update(groupId: string, changes: UpdateDeviceGroup, options?: CallOptions): ApiPromise<void> {
    return this.http.request('deviceGroups.update', { params: { groupId }, body: changes }, options);
  }

  /**
   * Deletes a device group but not its devices.
   *
   * @param groupId ID of the device group.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the group does not exist.
   * @throws {@link ApiError} 409 while a preset, a schedule or the notification settings use it.
   * @example
   * await drover.deviceGroups.remove(groupId);
   */
  remove(groupId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('deviceGroups.remove', { params: { groupId } }, options);
  }
}
