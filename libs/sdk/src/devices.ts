import type { ApiPromise } from './api-promise';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A registered machine. */
export interface Device {
  _id: string;
  /** Whether its agent is connected. */
  online: boolean;
  /** At most one tag of at most 10 characters. */
  tags: string[];
  name: string;
  brand: string;
  model: string;
  /** Version of the program on the device. */
  appVersion: string;
  platform: string;
  /** What separates scripts from the agent, and the limits that the system enforces, such as `bubblewrap, cgroup: 512 MB`. Empty if unknown. */
  isolation: string;
  lastSeenAt: string | null;
  createdAt: string;
}

/** What a device reported about itself last. It omits what it does not know. */
export interface DeviceFacts {
  /** Name of the operating system. */
  os?: string;
  osVersion?: string;
  /** Version of the agent of a phone, whose `appVersion` is that of its app. */
  agentVersion?: string;
  /** Such as `x64` or `arm64`. */
  architecture?: string;
  hostname?: string;
  /** IP addresses of its network interfaces. */
  addresses?: string[];
  /** Model of the processor. */
  cpu?: string;
  cores?: number;
  memoryBytes?: number;
  /** In steps of 5 % of `memoryBytes`. */
  freeMemoryBytes?: number;
  /** Size of the disk that holds the data of the agent. */
  diskBytes?: number;
  /** In steps of 5 % of `diskBytes`. */
  freeDiskBytes?: number;
  /** Absent without a battery. */
  batteryPercent?: number;
  isCharging?: boolean;
  /** `null` if the device has reported none. */
  reportedAt: string | null;
  /** Whether its agent is older than the agent of the server's release. */
  isOutdated: boolean;
}

/** A period in which a device was online. */
export interface DeviceConnection {
  _id: string;
  connectedAt: string;
  /** `null` while the device is connected. */
  disconnectedAt: string | null;
}

/** Filters combine with AND and ignore case. `name` matches any part of the name, other texts match as a whole. */
export interface DeviceFilter extends Paging {
  brand?: string;
  model?: string;
  online?: boolean;
  name?: string;
  /** The whole name. */
  exactName?: string;
  appVersion?: string;
  tag?: string;
  /** ID of a device group. */
  group?: string;
}

/** Omitted fields stay unchanged. */
export interface UpdateDevice {
  /** At most 20 characters. */
  name?: string;
  /** At most one tag of at most 10 characters. */
  tags?: string[];
}

/** A text to show on the screen of a device. */
export interface SendDeviceMessage {
  /** At most 128 characters. */
  title: string;
  /** At most 512 characters. */
  text: string;
}

/** A device as run, stop and execute name it; a whole `Device` will do. */
export interface DeviceReference {
  _id: string;
  /** A label, never validated. */
  name?: unknown;
}

/** The devices of a request, under either name. At least one is required; duplicates count once. */
export interface Targets {
  devices?: DeviceReference[];
  robots?: DeviceReference[];
}

/** Devices of one request, at least one. Duplicates count once. */
export interface ManyDevices {
  devices: DeviceReference[];
}

/** Tags that replace those of each device. An empty list removes them. */
export interface UpdateDevices extends ManyDevices {
  /** At most one tag of at most 10 characters. */
  tags: string[];
}

/** One message for several devices. */
export interface SendDevicesMessage extends ManyDevices, SendDeviceMessage {}

/** The conditions that the devices of a group match: those of a selector except `group`. */
export interface DeviceRule {
  all?: true;
  brand?: string;
  model?: string;
  online?: boolean;
  name?: string;
  appVersion?: string;
  tag?: string;
}

/**
 * Selects devices by conditions, evaluated each time the selector is used. Conditions combine with AND and compare like
 * the filters of a list. At least one is required.
 */
export interface DeviceSelector extends DeviceRule {
  /** ID of a device group. */
  group?: string;
}

/** Either a list of devices or a selector. */
export interface DeviceChoice {
  devices?: DeviceReference[];
  selector?: DeviceSelector;
}

/** Registered machines, under `/v1/devices` or the older `/v1/robots`. */
export class Devices {
  constructor(
    private readonly http: Http,
    private readonly family: 'devices' | 'robots' = 'devices',
  ) {}

  /**
   * Lists devices, newest first.
   *
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items: devices } = await drover.devices.list({ online: true });
   */
  list(filter: DeviceFilter = {}, options?: CallOptions): ApiPromise<Page<Device>> {
    return this.http.request(`${this.family}.list`, { query: filter }, options);
  }

  /**
   * Iterates over all matching devices, page by page.
   *
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { name, online } of drover.devices.iterate({ tag: 'office' })) console.log(name, online);
   */
  iterate(filter: DeviceFilter = {}, options?: CallOptions): AsyncGenerator<Device, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /**
   * Reads a device.
   *
   * @param deviceId ID of the device.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the device does not exist.
   * @example
   * const { name, online } = await drover.devices.get(deviceId);
   */
  get(deviceId: string, options?: CallOptions): ApiPromise<Device> {
    return this.http.request(`${this.family}.get`, { params: { deviceId } }, options);
  }

  /**
   * Renames or tags a device.
   *
   * @param deviceId ID of the device.
   * @param changes Fields to change. Omitted ones stay unchanged.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the device does not exist.
   * @throws {@link ApiError} 422 if the name or a tag is too long.
   * @example
   * await drover.devices.update(deviceId, { name: 'Front desk', tags: ['office'] });
   */
  update(deviceId: string, changes: UpdateDevice, options?: CallOptions): ApiPromise<void> {
    return this.http.request(`${this.family}.update`, { params: { deviceId }, body: changes }, options);
  }

  /**
   * Deletes a device: cancels its queued runs and revokes its device token. Its history stays.
   *
   * @param deviceId ID of the device.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the device does not exist.
   * @example
   * await drover.devices.remove(deviceId);
   */
  remove(deviceId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request(`${this.family}.remove`, { params: { deviceId } }, options);
  }

  /**
   * Stops all scripts on a device.
   *
   * @param deviceId ID of the device.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the device does not exist.
   * @example
   * await drover.devices.stop(deviceId);
   */
  stop(deviceId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request(`${this.family}.stop`, { params: { deviceId } }, options);
  }

  /**
   * Pushes a text message to a device.
   *
   * @param deviceId ID of the device.
   * @param message Title and text.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the device does not exist.
   * @throws {@link ApiError} 422 if a text is too long, or the app on the device is older than 1.2.2.
   * @example
   * await drover.devices.sendMessage(deviceId, { title: 'Maintenance', text: 'Please charge me.' });
   */
  sendMessage(deviceId: string, message: SendDeviceMessage, options?: CallOptions): ApiPromise<void> {
    return this.http.request(`${this.family}.sendMessage`, { params: { deviceId }, body: message }, options);
  }

  /**
   * Sets the tags of several devices. Changes none of them if one is unknown.
   *
   * @param changes The devices, and their new tags.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if a device does not exist.
   * @throws {@link ApiError} 422 if a tag is too long.
   * @example
   * await drover.devices.updateMany({ devices, tags: ['office'] });
   */
  updateMany(changes: UpdateDevices, options?: CallOptions): ApiPromise<void> {
    return this.http.request(`${this.family}.updateMany`, { body: changes }, options);
  }

  /**
   * Deletes several devices, as `remove` does. Deletes none of them if one is unknown.
   *
   * @param which The devices.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if a device does not exist.
   * @example
   * await drover.devices.removeMany({ devices });
   */
  removeMany(which: ManyDevices, options?: CallOptions): ApiPromise<void> {
    return this.http.request(`${this.family}.removeMany`, { body: which }, options);
  }

  /**
   * Pushes a text message to several devices.
   *
   * @param message The devices, title and text.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if a device does not exist.
   * @throws {@link ApiError} 422 if a text is too long, or the app on one of the devices is older than 1.2.2.
   * @example
   * await drover.devices.sendMessages({ devices, title: 'Maintenance', text: 'Please charge me.' });
   */
  sendMessages(message: SendDevicesMessage, options?: CallOptions): ApiPromise<void> {
    return this.http.request(`${this.family}.sendMessages`, { body: message }, options);
  }

  /**
   * Reads what a device reports about itself: system, addresses, memory, disk, battery.
   *
   * @param deviceId ID of the device.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the device does not exist.
   * @example
   * const { os, osVersion, batteryPercent } = await drover.devices.getFacts(deviceId);
   */
  getFacts(deviceId: string, options?: CallOptions): ApiPromise<DeviceFacts> {
    return this.http.request(`${this.family}.getFacts`, { params: { deviceId } }, options);
  }

  /**
   * Lists the last 1,000 periods in which a device was online, newest first.
   *
   * @param deviceId ID of the device.
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the device does not exist.
   * @example
   * const { items } = await drover.devices.listConnections(deviceId);
   * const [last] = items;
   * console.log(last?.connectedAt, last?.disconnectedAt);
   */
  listConnections(
    deviceId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): ApiPromise<Page<DeviceConnection>> {
    return this.http.request(
      `${this.family}.listConnections`,
      { params: { deviceId }, query: paging },
      options,
    );
  }
}
