import type { DeviceSelector } from './devices';
import type { CallOptions, Http } from './request';

/** The devices that messages go to: those that are named, and those that a selector chooses at each sending. */
export interface NotificationSettings {
  /** Ids, at most 100. */
  devices: string[];
  selector?: DeviceSelector;
}

/** Takes the place of what was chosen; with a selector the list may be left out. */
export interface UpdateNotificationSettings {
  /** Ids, at most 100. */
  devices?: string[];
  selector?: DeviceSelector;
}

/** Where the messages of `Messages.send` go. */
export class NotificationSettingsResource {
  constructor(private readonly http: Http) {}

  /** Reads where messages go. */
  get(options?: CallOptions): Promise<NotificationSettings> {
    return this.http.get('/v1/notification-settings', undefined, options);
  }

  /** Chooses the devices that messages go to. */
  update(settings: UpdateNotificationSettings, options?: CallOptions): Promise<void> {
    return this.http.put('/v1/notification-settings', settings, options);
  }
}
