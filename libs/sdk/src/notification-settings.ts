import type { ApiPromise } from './api-promise';
import type { DeviceSelector } from './devices';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** The devices that receive messages: a list, and those that match a selector when a message is sent. */
export interface NotificationSettings {
  /** IDs, at most 100. */
  devices: string[];
  selector?: DeviceSelector;
}

/** Replaces the settings. The list may be omitted if there is a selector. */
export interface UpdateNotificationSettings {
  /** IDs, at most 100. */
  devices?: string[];
  selector?: DeviceSelector;
}

/** The devices that receive the messages of `messages.send`. */
export class NotificationSettingsResource {
  constructor(private readonly http: Http) {}

  /**
   * Reads which devices receive messages.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the access token is missing, expired or revoked.
   * @example
   * const { devices } = await drover.notificationSettings.get();
   */
  get(options?: CallOptions): ApiPromise<NotificationSettings> {
    return this.http.request('notificationSettings.get', {}, options);
  }

  /**
   * Sets the devices that receive messages.
   *
   * @param settings Devices, a selector, or both.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if a device or a device group does not exist.
   * @throws {@link ApiError} 422 if there are too many devices.
   * @example
   * await drover.notificationSettings.update({ selector: { tag: 'office' } });
   */
  update(settings: UpdateNotificationSettings, options?: CallOptions): ApiPromise<void> {
    return this.http.request('notificationSettings.update', { body: settings }, options);
  }
}
