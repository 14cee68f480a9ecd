import { Accounts, InstallationResource, Sessions } from './accounts';
import { Approvals } from './approvals';
import { DirectoryResource } from './directory';
import { Archives } from './archives';
import { Audit } from './audit';
import { DeviceGroups } from './device-groups';
import { Devices } from './devices';
import { Devscripts } from './devscripts';
import { EnrolmentKeys, Enrolments } from './enrolments';
import { Events } from './events';
import { Failures } from './failures';
import { Jobs } from './jobs';
import { Listings } from './listings';
import { Logs } from './logs';
import { Messages } from './messages';
import { AgentUpdatesResource } from './agent-updates';
import { NotificationSettingsResource } from './notification-settings';
import { Identities } from './identities';
import { Passkeys } from './passkeys';
import { PasswordResets } from './password-resets';
import { Repositories } from './repositories';
import { SignInRequests } from './sign-in-requests';
import { Presets } from './presets';
import { PromotionCodes } from './promotion-codes';
import type { DroverOptions } from './call-options';
import { Http } from './request';
import { Results } from './results';
import { Reviews } from './reviews';
import { Revisions } from './revisions';
import { Runs } from './runs';
import { Schedules } from './schedules';
import { Scripts } from './scripts';
import { SecondFactorResource } from './second-factor';
import { InputFiles } from './input-files';
import { Secrets } from './secrets';
import { StatisticsOfAccount } from './statistics';
import { Stores } from './stores';
import { Invitations, Members, Workspaces } from './members';
import { Tokens } from './tokens';
import { UsageOfAccount } from './usage';
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
  /** Named groups of devices, for selectors. */
  readonly deviceGroups: DeviceGroups;
  /** Published scripts of the caller's library. */
  readonly scripts: Scripts;
  /** Development scripts: files, values, runs, review and publishing. */
  readonly devscripts: Devscripts;
  /** Revisions of development scripts: what they were at each upload, and the way back. */
  readonly revisions: Revisions;
  /** Discounts on a script's monthly price. */
  readonly promotionCodes: PromotionCodes;
  /** The inbox, and messages to the devices in the account's notification settings. */
  readonly messages: Messages;
  /** The devices that receive those messages. */
  readonly agentUpdates: AgentUpdatesResource;
  readonly notificationSettings: NotificationSettingsResource;
  /** Accepted run requests. */
  readonly jobs: Jobs;
  /** Groups of runs that failed in the same way. */
  readonly failures: Failures;
  /** Saved run requests. */
  readonly presets: Presets;
  /** Executions of jobs on devices. */
  readonly runs: Runs;
  /** Results of runs, across devices and over time. */
  readonly results: Results;
  /** Numbers of runs by time, state and script. */
  readonly statistics: StatisticsOfAccount;
  /** Jobs that run at set times. */
  readonly schedules: Schedules;
  /** Logs of runs. */
  readonly logs: Logs;
  /** A stream of changes, log lines and messages. */
  readonly events: Events;
  /** Named values for scripts. Their values are never returned. */
  readonly secrets: Secrets;
  /** Values that scripts share between devices. */
  readonly stores: Stores;
  /** Files that people give to runs. */
  readonly inputFiles: InputFiles;
  /** Keys with which devices enrol. */
  readonly enrolmentKeys: EnrolmentKeys;
  /** Enrolment of devices. */
  readonly enrolments: Enrolments;
  /** Development scripts in review. */
  readonly reviews: Reviews;
  /** The published scripts of this installation. */
  readonly listings: Listings;
  /** URLs that receive signed events. */
  readonly webhooks: Webhooks;
  /** Git repositories, whose projects become revisions of development scripts. */
  readonly repositories: Repositories;
  /** Information about the service. */
  readonly installation: InstallationResource;
  /** The caller's account, and the creation of accounts. */
  readonly accounts: Accounts;
  /** Browser sessions. */
  readonly sessions: Sessions;
  /** What signing in requires beside the password. */
  readonly secondFactor: SecondFactorResource;
  /** Sign-in of programs by a browser. */
  readonly signInRequests: SignInRequests;
  /** New passwords for people who forgot theirs. */
  readonly passwordResets: PasswordResets;
  /** Passkeys, with which people sign in without a password. */
  readonly passkeys: Passkeys;
  /** Single sign-on: accounts at identity providers, with which people sign in. */
  readonly identities: Identities;
  /** Access tokens. */
  readonly tokens: Tokens;
  /** The people in the workspace. */
  readonly members: Members;
  /** Secrets with which people join the workspace. */
  readonly invitations: Invitations;
  /** The caller's workspaces. */
  readonly workspaces: Workspaces;
  /** A directory that manages the people of the workspace by SCIM 2.0. */
  readonly directory: DirectoryResource;
  /** What a second member approves before it goes. */
  readonly approvals: Approvals;
  /** Requests of this month. */
  readonly usage: UsageOfAccount;
  /** Scripts, presets, schedules and device groups of the workspace as one archive. */
  readonly archives: Archives;
  /** The audit log. */
  readonly audit: Audit;

  /** @param options Without them, `DROVER_URL` and `DROVER_TOKEN` of the environment are used. */
  constructor(options: DroverOptions = {}) {
    const http = new Http(options);
    this.devices = new Devices(http);
    this.robots = new Devices(http, 'robots');
    this.deviceGroups = new DeviceGroups(http);
    this.scripts = new Scripts(http);
    this.devscripts = new Devscripts(http);
    this.revisions = new Revisions(http);
    this.promotionCodes = new PromotionCodes(http);
    this.messages = new Messages(http);
    this.agentUpdates = new AgentUpdatesResource(http);
    this.notificationSettings = new NotificationSettingsResource(http);
    this.jobs = new Jobs(http);
    this.failures = new Failures(http);
    this.presets = new Presets(http);
    this.runs = new Runs(http);
    this.results = new Results(http);
    this.statistics = new StatisticsOfAccount(http);
    this.schedules = new Schedules(http);
    this.logs = new Logs(http);
    this.events = new Events(http);
    this.secrets = new Secrets(http);
    this.stores = new Stores(http);
    this.inputFiles = new InputFiles(http);
    this.enrolmentKeys = new EnrolmentKeys(http);
    this.enrolments = new Enrolments(http);
    this.reviews = new Reviews(http);
    this.listings = new Listings(http);
    this.webhooks = new Webhooks(http);
    this.repositories = new Repositories(http);
    this.installation = new InstallationResource(http);
    this.accounts = new Accounts(http);
    this.sessions = new Sessions(http);
    this.secondFactor = new SecondFactorResource(http);
    this.signInRequests = new SignInRequests(http);
    this.passwordResets = new PasswordResets(http);
    this.passkeys = new Passkeys(http);
    this.identities = new Identities(http);
    this.tokens = new Tokens(http);
    this.members = new Members(http);
    this.invitations = new Invitations(http);
    this.workspaces = new Workspaces(http);
    this.directory = new DirectoryResource(http);
    this.approvals = new Approvals(http);
    this.usage = new UsageOfAccount(http);
    this.archives = new Archives(http);
    this.audit = new Audit(http);
  }
}
