/**
 * Every limit of the interface. Validation, the database, form fields and the reference read it here.
 * `…Chars` counts Unicode code points, `…Bytes` octets; times name their unit.
 * This file imports nothing, so that a browser can load it alone. Values are literals, so that a change is a change of
 * type, which the published client does not compile with until it is reviewed: see CONTRIBUTING.md.
 */
export const LIMITS = {
  /** Name of a device. Source: interface, Limits. */
  deviceNameChars: 20,
  /** One tag of a device. Source: interface, Limits. */
  deviceTagChars: 10,
  /** Tags of a device. Source: interface, Limits. */
  deviceTags: 1,
  /** Brand, model and platform as a device reports them. */
  deviceLabelChars: 64,
  /** Version of the program on the device. */
  appVersionChars: 32,
  /** Devices in one request for their latest runs. */
  latestRunDevices: 500,
  /** Connections stored for a device, the newest ones. */
  deviceConnections: 1000,
  /** Name of a device group. */
  deviceGroupNameChars: 64,
  /** Device groups of an account. */
  deviceGroups: 200,
  /** Title of a message to a device. Source: interface, Limits. */
  messageTitleChars: 128,
  /** Text of a message to a device. Source: interface, Limits. */
  messageTextChars: 512,
  /** Text of /v1/message/send. Longer text is cut, never rejected. Source: interface, Limits. */
  sentTextChars: 2000,
  /** Code of POST /v1/scripts/execute. Source: interface, Limits. */
  executeCodeChars: 1_048_576,
  /** One uploaded file: 3 MB. Source: interface, Limits. */
  uploadFileBytes: 3_145_728,
  /** Files of one upload: one of each kind. */
  uploadFiles: 3,
  /** Name of an uploaded file. */
  fileNameChars: 255,
  /** Source files of a project. */
  projectFiles: 1000,
  /** Path of a source file of a project. */
  projectPathChars: 255,
  /** Source files of a project together, in UTF-8: 3 MB. */
  projectBytes: 3_145_728,
  /** Source map of the code of a project: 6 MB. */
  sourceMapBytes: 6_291_456,
  /** Schema of the results of a script: 16 kB. */
  resultSchemaBytes: 16_384,
  /** Lowest discount of a promotion code, in percent. Source: interface, Limits. */
  percentOffMin: 1,
  /** Highest discount of a promotion code, in percent. Source: interface, Limits. */
  percentOffMax: 100,
  /** Promotion codes of a script that are valid at the same time. */
  promotionCodes: 30,
  /** Name of a devscript. */
  scriptNameChars: 128,
  /** Description of a devscript, which its listing shows. */
  scriptDescriptionChars: 2000,
  /** Public identifier of a script: letters and digits. */
  slugChars: 5,
  /** Letters and digits of a promotion code: too many to guess. */
  promotionCodeChars: 10,
  /** Name of a revision of a devscript. */
  revisionNameChars: 64,
  /** Revisions of a devscript. The oldest one without a name is deleted for a newer one. */
  revisions: 500,
  /** Revisions of a devscript that have a name, and are therefore never deleted. */
  namedRevisions: 100,
  /** A reviewer's note. */
  reviewNoteChars: 512,
  /** ISO 4217 currency code. */
  currencyChars: 3,
  /** Highest monthly price, in the currency's minor units. */
  priceMax: 100_000_000,
  /** Devices in one run, stop or execute request. */
  devicesPerRequest: 20_000,
  /** `vars` of a run, or saved values, serialized as JSON. */
  varsBytes: 262_144,
  /** Body of a JSON or form request, unless its route allows more. */
  bodyBytes: 65_536,
  /** Body of a request with values, a secret or a list of IDs. The greatest fits even if every character is escaped. */
  valuesBodyBytes: 2_097_152,
  /** Body of a request with code, a list of devices or a message. The longest code fits even if it is all escaped. */
  jobBodyBytes: 16_777_216,
  /** Values in any JSON that a caller sends or uploads: objects, arrays, texts, numbers, true, false and null. */
  jsonValues: 262_144,
  /** Nesting depth of arrays and objects in any JSON that a caller sends or uploads. */
  jsonDepth: 100,
  /** Name of a preset. */
  presetNameChars: 64,
  /** Presets of an account. */
  presets: 200,
  /** Records on one page. */
  pageItems: 1000,
  /** Records on one page if the request has no `limit`. */
  defaultPageItems: 100,
  /** Bytes of large records, such as messages with attachments, after which a page ends before its `limit`. */
  pageBytes: 262_144,
  /** Highest exact `total` of a list. A list with more matches says that its total is capped. */
  listTotalMax: 10_000,
  /** Hours or days in one response of statistics. */
  statisticsItems: 1000,
  /** Days in one response of statistics of a device group, whose runs are counted one by one. */
  statisticsGroupDays: 31,
  /** Records that one page examines for a filter without an index. A page that ends there has fewer items. */
  listScanRecords: 10_000,
  /** Log lines in one response. */
  logItems: 10_000,
  /** Log lines in one response if the request has no `limit`. */
  defaultLogItems: 1000,
  /** Log stored for one run: its text, and `logLineOverheadBytes` per line. A line says that the rest was dropped. */
  runLogBytes: 10_485_760,
  /** What a log line counts beside its text, so that the lines of a run are bounded too. */
  logLineOverheadBytes: 64,
  /** One log line. A longer line is cut. */
  logLineBytes: 32_768,
  /** Text, and title, of a message that a script posts. A longer one is cut. */
  postedTextBytes: 65_536,
  /** Messages that one run posts: text, title and attachments, and `postedOverheadBytes` each. The rest is dropped. */
  runPostedBytes: 33_554_432,
  /** What a posted message counts beside its content, so that the messages of a run are bounded too. */
  postedOverheadBytes: 1024,
  /** Result of a run, as JSON in UTF-8. A larger one is not stored, and the log says so. */
  resultBytes: 65_536,
  /** Result in an event or in a webhook. A larger one is left out, and read with GET /v1/runs/:runId/result. */
  eventResultBytes: 8192,
  /** Text of a run's progress. A longer one is cut. */
  progressTextChars: 200,
  /** Steps of one run. Later ones run without being shown as steps, and the log says so once. */
  runSteps: 1000,
  /** Steps within one another, the outermost included. Deeper ones run without being shown as steps. */
  stepDepth: 10,
  /** Name of a step. A longer one is cut. */
  stepNameChars: 100,
  /** Names of the step in which a run failed and of the steps around it, with ` › ` in between. */
  stepPathChars: 1100,
  /** Name of an artifact. */
  artifactNameChars: 255,
  /** Artifacts of a run. */
  runArtifacts: 100,
  /** Artifacts of a run together, and therefore one artifact: 1 GB. */
  runArtifactBytes: 1_073_741_824,
  /** Artifacts of the runs of a device together: 10 GB. */
  deviceArtifactBytes: 10_737_418_240,
  /** Artifacts of an account together: 100 GB. */
  accountArtifactBytes: 107_374_182_400,
  /** Name of an input file. */
  inputFileNameChars: 255,
  /** One input file: 512 MB. */
  inputFileBytes: 536_870_912,
  /** Input files of one job. */
  jobInputFiles: 20,
  /** Input files of an account. */
  inputFiles: 1000,
  /** Input files of an account together: 10 GB. */
  accountInputFileBytes: 10_737_418_240,
  /** After so long, an input file that no job has used, and no preset, schedule or saved value names, is deleted: 30 days. */
  unusedInputFileSeconds: 2_592_000,
  /** Key of an entry of a store. */
  storeKeyChars: 255,
  /** Value of an entry of a store, as JSON in UTF-8. */
  storeValueBytes: 65_536,
  /** Entries of a store. */
  storeKeys: 10_000,
  /** Keys and values of a store together, in UTF-8: 16 MB. */
  storeBytes: 16_777_216,
  /** Entries of all stores of an account. */
  accountStoreKeys: 1_000_000,
  /** Keys and values of all stores of an account together, in UTF-8: 1 GB. */
  accountStoreBytes: 1_073_741_824,
  /** Longest time after which an entry of a store ends: 365 days. */
  storeExpirySecondsMax: 31_536_000,
  /** Default delivery deadline of a script's run: 24 hours. */
  scriptDeliverWithinSeconds: 86_400,
  /** Default delivery deadline of executed code: 1 hour. */
  executeDeliverWithinSeconds: 3600,
  /** Delivery deadline of a message: 7 days. */
  messageDeliverWithinSeconds: 604_800,
  /** Longest `deliverWithin`: 14 days. */
  deliverWithinSecondsMax: 1_209_600,
  /** Longest `timeout` of a run: 14 days. */
  timeoutSecondsMax: 1_209_600,
  /** Seconds that a device may be offline before its runs count as lost: 14 days. */
  runLostAfterSeconds: 1_209_600,
  /** Schedules of an account. */
  schedules: 500,
  /** Name of a schedule. */
  scheduleNameChars: 64,
  /** Cron expression of a schedule, and the name of its time zone. */
  cronChars: 128,
  /** Longest interval of a schedule: 365 days. */
  everyMinutesMax: 525_600,
  /** Next due times listed for a schedule. */
  nextTimes: 5,
  /** Occurrences stored for a schedule, the newest ones. */
  scheduleOccurrences: 1000,
  /** Occurrences of a schedule that may wait for earlier ones. Further occurrences are skipped. */
  scheduleWaitingOccurrences: 10,
  /** Seconds after its due time when an occurrence that has not started counts as missed. */
  scheduleLateSeconds: 60,
  /** Occurrences missed at the same time that are listed one by one, the newest ones. */
  missedOccurrencesReported: 100,
  /** Waves of a rollout. */
  rolloutWaves: 20,
  /** Most devices that a rollout releases per minute. */
  rolloutPerMinuteMax: 20_000,
  /** Results that a rollout with `perMinute` needs before it compares the share of failed runs with its maximum. */
  rolloutMinResults: 10,
  /** Most attempts of a device at one job. */
  runAttempts: 10,
  /** Default delay before the second attempt. Each further delay is twice the one before. */
  retryDelaySeconds: 60,
  /** Longest `delaySeconds` of a retry: 1 hour. */
  retryDelaySecondsMax: 3600,
  /** Longest delay between two attempts after doubling: 6 hours. */
  retryWaitSecondsMax: 21_600,
  /** Characters of an `Idempotency-Key`. */
  idempotencyKeyChars: 255,
  /** Characters of an enrolment key. */
  enrolmentKeyChars: 6,
  /** Name of an enrolment key. */
  enrolmentKeyNameChars: 64,
  /** Default validity of an enrolment key: 10 minutes. */
  enrolmentKeySeconds: 600,
  /** Longest validity of an enrolment key: 365 days. */
  enrolmentKeySecondsMax: 31_536_000,
  /** Most devices that can enrol with one enrolment key. */
  enrolmentKeyUsesMax: 100_000,
  /** Email address of an account. */
  emailChars: 254,
  /** Name of an account. */
  accountNameChars: 64,
  /** Shortest password. */
  passwordCharsMin: 8,
  /** Longest password. */
  passwordCharsMax: 256,
  /** Name of an access token. */
  tokenNameChars: 64,
  /** Longest validity of an access token that expires: 10 years. */
  tokenSecondsMax: 315_360_000,
  /** Requests of an account that wait for approval. */
  pendingApprovals: 100,
  /** How long a request waits for approval: 3 days. */
  approvalSeconds: 259_200,
  /** What a member writes who approves or declines a request. */
  approvalNoteChars: 512,
  /** How long the devices of a run count for the next runs of its script without approval: 1 hour. */
  approvalWindowSeconds: 3_600,
  /** Device groups whose runs need approval. */
  approvalGroups: 20,
  /** Greatest number of devices on which a run can go without approval by a rule. */
  approvalDevicesMax: 1_000_000,
  /** Device groups that a member, an invitation or a token is bound to. */
  roleGroups: 20,
  /** Invitations of an account that can still be used. */
  invitations: 100,
  /** Longest validity of an invitation: 30 days. */
  invitationSecondsMax: 2_592_000,
  /** Sign-ins by the browser that programs of an address have begun at the same time. */
  signInRequests: 20,
  /** Time to approve a sign-in by the browser: 10 minutes. */
  signInRequestSeconds: 600,
  /** Emails with an invitation. */
  invitationMails: 10,
  /** Validity of a link that sets a new password: an hour. */
  passwordResetSeconds: 3600,
  /** Emails with such a link to one person within its validity. Further requests are answered alike and send nothing. */
  passwordResets: 3,
  /** How long the server lists emails: 30 days. */
  mailSeconds: 2_592_000,
  /** Sessions of a person. The next sign-in ends the oldest session. */
  sessions: 100,
  /** Attempts to sign in as one person from one address. Further ones have to wait for 15 minutes, later for longer. */
  signInAttempts: 10,
  /** Longest time without attempts to sign in: a day. */
  signInLockSecondsMax: 86_400,
  /** Wrong codes of one person, after which codes are accepted only from addresses where the person was signed in. */
  wrongCodes: 50,
  /** Passkeys of a person. */
  passkeys: 20,
  /** Name of a passkey. */
  passkeyNameChars: 64,
  /** Each value that a browser returns for a passkey. */
  passkeyResponseChars: 16_384,
  /** Accounts at identity providers of a person. */
  identities: 10,
  /** Groups of a directory that have a role. */
  directoryRoles: 100,
  /** Name or external ID of a user or a group of a directory. */
  directoryNameChars: 256,
  /** What an identity provider sends: the query string of its redirect, or a logout token. */
  callbackChars: 16_384,
  /** Recovery codes of a person. */
  recoveryCodes: 10,
  /** Validity of a session: 30 days. */
  sessionSeconds: 2_592_000,
  /** Name of a secret. */
  secretNameChars: 64,
  /** Shortest value of a secret. Masking a shorter value would hide unrelated text in logs. */
  secretValueCharsMin: 4,
  /** Longest value of a secret. A certificate with its chain fits. */
  secretValueCharsMax: 16_384,
  /** Secrets of an account. */
  secrets: 100,
  /** Seconds that a replaced or removed secret is still masked in logs: 28 days, or longer while its runs are open. */
  replacedSecretSeconds: 2_419_200,
  /** Devices in the notification settings. */
  notificationDevices: 100,
  /** Webhooks of an account. */
  webhooks: 20,
  /** URL of a webhook. */
  webhookUrlChars: 2048,
  /** Name of a webhook. */
  webhookNameChars: 64,
  /** Seconds that a webhook may take to respond. */
  webhookTimeoutSeconds: 15,
  /** Part of a request body and of a response body that the delivery log shows. */
  webhookLoggedChars: 4096,
  /** Longest delay that a webhook can request with `Retry-After`: 6 hours. */
  webhookRetryAfterSecondsMax: 21_600,
  /** Seconds that the previous secret also signs after a rotation: 24 hours. */
  webhookPreviousSecretSeconds: 86_400,
  /** Seconds of consecutive failures after which a webhook is disabled: 5 days. */
  webhookFailingSecondsMax: 432_000,
  /** Seconds that a delivery is stored: 14 days. */
  webhookDeliverySeconds: 1_209_600,
  /** Items in a configuration. */
  configItems: 500,
  /** Text that a filter compares with. */
  filterChars: 255,
  /** Event streams that an account has open at the same time on one server. */
  eventStreams: 100,
  /** Failed sign-ins and enrolments per minute from one IP address. */
  credentialFailuresPerMinute: 20,
  /** Name of a Git repository. */
  repositoryNameChars: 64,
  /** Git repositories of an account. */
  repositories: 50,
  /** URL of a Git repository. */
  repositoryUrlChars: 2048,
  /** Branch or tag of a Git repository. */
  repositoryRefChars: 255,
  /** Folder of a Git repository. */
  repositoryFolderChars: 255,
  /** Keys of the SSH server of a Git repository. */
  repositoryKnownHostsChars: 8192,
  /** Longest interval of syncs: a week. */
  repositoryIntervalMinutesMax: 10_080,
  /** Projects in the folder of a Git repository. */
  repositoryProjects: 100,
  /** Pins of a Git repository: device groups that run another branch or tag. */
  repositoryPins: 8,
  /** Syncs that a Git repository keeps, the newest ones. */
  repositorySyncs: 50,
  /** Why a sync failed. */
  syncErrorChars: 4096,
  /** Author of a Git commit. */
  commitAuthorChars: 128,
} as const;

/** The oldest client that supports messages. Source: interface, Versioning. */
export const MESSAGE_CLIENT_VERSION = '1.2.2';

/** Counts Unicode code points, the unit of every `…Chars` limit. */
export function countChars(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a text has at most so many code points. Does not count those of a text that is much longer. */
export function hasAtMostChars(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && countChars(text) <= max);
}

/** Returns the first `limit` code points of a text. Never cuts a surrogate pair in half. */
export function cutChars(text: string, limit: number): string {
  let chars = 0;
  let end = 0;
  for (const char of text) {
    if (chars === limit) break;
    chars += 1;
    end += char.length;
  }
  return text.slice(0, end);
}
