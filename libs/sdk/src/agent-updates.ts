import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** When automatic updates may start, each week. A window whose end is not after its start ends on the next day. */
export interface UpdateWindow {
  /** Local time, such as 02:30. */
  from: string;
  /** Local time, such as 04:00. */
  to: string;
  /** IANA time zone, such as Europe/Berlin. */
  timeZone: string;
  /** Days on which the window starts, from 1 for Monday to 7 for Sunday. Default: every day. */
  days?: number[];
}

/** Whether the server updates outdated agents by itself. */
export interface AgentUpdates {
  isAutomatic: boolean;
  /** Null: at any time. */
  window: UpdateWindow | null;
}

/** Replaces the settings. Without a window, updates start at any time. */
export interface UpdateAgentUpdates {
  isAutomatic: boolean;
  window?: UpdateWindow | null;
}

/** Automatic updates of agents. `jobs.updateAgents` updates chosen devices. */
export class AgentUpdatesResource {
  constructor(private readonly http: Http) {}

  /**
   * Reads whether the server updates outdated agents by itself.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the access token is missing, expired or revoked.
   * @example
   * const { isAutomatic, window } = await drover.agentUpdates.get();
   */
  get(options?: CallOptions): ApiPromise<AgentUpdates> {
    return this.http.request('agentUpdates.get', {}, options);
  }

  /**
   * Sets whether the server updates outdated agents by itself.
   *
   * @param settings Whether, and when.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a time, a day or the time zone is invalid.
   * @example
   * const window = { from: '02:00', to: '04:00', timeZone: 'Europe/Berlin', days: [6, 7] };
   * await drover.agentUpdates.update({ isAutomatic: true, window });
   */
  update(settings: UpdateAgentUpdates, options?: CallOptions): ApiPromise<void> {
    return this.http.request('agentUpdates.update', { body: settings }, options);
  }
}
