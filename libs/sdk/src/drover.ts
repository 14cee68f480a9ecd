import { Accounts, InstallationResource, Sessions } from './accounts';
import { Audit } from './audit';
import { DeviceGroups } from './device-groups';
import { Devices } from './devices';
import { Devscripts } from './devscripts';
import { EnrolmentKeys, Enrolments } from './enrolments';
import { Events } from './events';
import { Jobs } from './jobs';
import { Listings } from './listings';
import { Logs } from './logs';
import { Messages } from './messages';
import { NotificationSettingsResource } from './notification-settings';
import { Presets } from './presets';
import { PromotionCodes } from './promotion-codes';
import { Http, type DroverOptions } from './request';
import { Reviews } from './reviews';
import { Runs } from './runs';
import { Schedules } from './schedules';
import { Scripts } from './scripts';
import { Secrets } from './secrets';
import { Tokens } from './tokens';
import { Webhooks } from './webhooks';

/**
 * A client of a Drover service.
 *
 * ```ts
 * const drover = new Drover({ baseUrl: 'http://localhost:3000', token: 'hmp_…' });
 * const { items: devices } = await drover.devices.list({ online: true });
 * const runs = await drover.scripts.runAndWait(scriptId, { devices, vars: { rounds: 3 } });
 * ```
 */
export class Drover {
  /** Registered machines. */
  readonly devices: Devices;
  /** The same machines under their older name. */
  readonly robots: Devices;
  /** Devices under a name, for selectors. */
  readonly deviceGroups: DeviceGroups;
  /** Published scripts of the caller's library. */
  readonly scripts: Scripts;
  /** Development scripts: files, values, runs, review and publishing. */
  readonly devscripts: Devscripts;
  /** Discounts on a script's monthly price. */
  readonly promotionCodes: PromotionCodes;
  /** The inbox, and messages to the account's notification targets. */
  readonly messages: Messages;
  /** Where those messages go. */
  readonly notificationSettings: NotificationSettingsResource;
  /** What was asked for. */
  readonly jobs: Jobs;
  /** Run requests under a name. */
  readonly presets: Presets;
  /** What became of it, device by device. */
  readonly runs: Runs;
  /** What runs by itself, and when. */
  readonly schedules: Schedules;
  /** What scripts write, followed run by run. */
  readonly logs: Logs;
  /** Changes, log lines and messages as they happen. */
  readonly events: Events;
  /** Named values that scripts get and nobody reads. */
  readonly secrets: Secrets;
  /** Keys with which devices register themselves. */
  readonly enrolmentKeys: EnrolmentKeys;
  /** Devices that register themselves. */
  readonly enrolments: Enrolments;
  /** What waits for review. */
  readonly reviews: Reviews;
  /** What is published on this installation. */
  readonly listings: Listings;
  /** Addresses that are told of what happens. */
  readonly webhooks: Webhooks;
  /** The service itself. */
  readonly installation: InstallationResource;
  /** The caller's account, and new ones. */
  readonly accounts: Accounts;
  /** Sessions of a browser. */
  readonly sessions: Sessions;
  /** Access tokens. */
  readonly tokens: Tokens;
  /** Who changed what. */
  readonly audit: Audit;

  constructor(options: DroverOptions) {
    const http = new Http(options);
    this.devices = new Devices(http);
    this.robots = new Devices(http, 'robots');
    this.deviceGroups = new DeviceGroups(http);
    this.scripts = new Scripts(http);
    this.devscripts = new Devscripts(http);
    this.promotionCodes = new PromotionCodes(http);
    this.messages = new Messages(http);
    this.notificationSettings = new NotificationSettingsResource(http);
    this.jobs = new Jobs(http);
    this.presets = new Presets(http);
    this.runs = new Runs(http);
    this.schedules = new Schedules(http);
    this.logs = new Logs(http);
    this.events = new Events(http);
    this.secrets = new Secrets(http);
    this.enrolmentKeys = new EnrolmentKeys(http);
    this.enrolments = new Enrolments(http);
    this.reviews = new Reviews(http);
    this.listings = new Listings(http);
    this.webhooks = new Webhooks(http);
    this.installation = new InstallationResource(http);
    this.accounts = new Accounts(http);
    this.sessions = new Sessions(http);
    this.tokens = new Tokens(http);
    this.audit = new Audit(http);
  }
}
