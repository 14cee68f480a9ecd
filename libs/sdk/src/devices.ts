import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** A registered machine. */
export interface Device {
  _id: string;
  /** Whether its agent is connected. */
  online: boolean;
  /** At most one tag, of at most 10 characters. */
  tags: string[];
  name: string;
  brand: string;
  model: string;
  /** Version of the program on the device. */
  appVersion: string;
  platform: string;
  lastSeenAt: string | null;
  createdAt: string;
}

/** A time that a device was online. */
export interface DeviceConnection {
  _id: string;
  connectedAt: string;
  /** `null` while it lasts. */
  disconnectedAt: string | null;
}

/** Filters combine with AND; text compares whole and without regard to case, `name` finds parts. */
export interface DeviceFilter extends Paging {
  brand?: string;
  model?: string;
  online?: boolean;
  name?: string;
  appVersion?: string;
  tag?: string;
  /** Id of a device group. */
  group?: string;
}

/** A key that is left out stays as it is. */
export interface UpdateDevice {
  /** At most 20 characters. */
  name?: string;
  /** At most one tag, of at most 10 characters. */
  tags?: string[];
}

/** A text for the screen of one device. */
export interface SendDeviceMessage {
  /** At most 128 characters. */
  title: string;
  /** At most 512 characters. */
  text: string;
}

/** A device as run, stop and execute name it; a whole `Device` will do. */
export interface DeviceReference {
  _id: string;
  /** A caption, never checked. */
  name?: unknown;
}

/** The devices of a request, under either name: at least one, duplicates count once. */
export interface Targets {
  devices?: DeviceReference[];
  robots?: DeviceReference[];
}

/** The devices of a group, by what they are: the conditions of a selector, but for the group. */
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
 * Which devices, by what they are; asked anew whenever it is used. Conditions combine with AND and compare as the filters
 * of a list do; at least one is needed.
 */
export interface DeviceSelector extends DeviceRule {
  /** Id of a device group. */
  group?: string;
}

/** Devices named one by one, or chosen by a selector: one of both. */
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

  /** Lists devices, newest first. */
  list(filter: DeviceFilter = {}, options?: CallOptions): Promise<Page<Device>> {
    return this.http.get(path`/v1/${this.family}`, filter, options);
  }

  /** Goes through all devices that match, page by page. */
  iterate(filter: DeviceFilter = {}, options?: CallOptions): AsyncGenerator<Device, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Reads a device. */
  get(deviceId: string, options?: CallOptions): Promise<Device> {
    return this.http.get(path`/v1/${this.family}/${deviceId}`, undefined, options);
  }

  /** Renames or tags a device. */
  update(deviceId: string, changes: UpdateDevice, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/${this.family}/${deviceId}`, changes, options);
  }

  /** Deletes a device: its queue is canceled, its credential withdrawn, its history kept. */
  remove(deviceId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/${this.family}/${deviceId}`, undefined, options);
  }

  /** Stops all scripts on a device. */
  stop(deviceId: string, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/${this.family}/${deviceId}/stop`, undefined, options);
  }

  /** Pushes a text message to a device. */
  sendMessage(deviceId: string, message: SendDeviceMessage, options?: CallOptions): Promise<void> {
    return this.http.post(path`/v1/${this.family}/${deviceId}/messages`, message, options);
  }

  /** Lists when a device was online, newest first: its last 1,000 connections. */
  listConnections(
    deviceId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): Promise<Page<DeviceConnection>> {
    return this.http.get(path`/v1/${this.family}/${deviceId}/connections`, paging, options);
  }
}
