/**
 * Every number of the interface, once. Validation, the database, form fields and the reference read it here.
 * `…Chars` counts Unicode code points, `…Bytes` octets; times name their unit.
 * This file imports nothing, so that a browser may load it alone.
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
  /** Connections of a device that are kept, the newest. */
  deviceConnections: 1000,
  /** Name of a device group. */
  deviceGroupNameChars: 64,
  /** Device groups of an account. */
  deviceGroups: 200,
  /** Title of a message to a device. Source: interface, Limits. */
  messageTitleChars: 128,
  /** Text of a message to a device. Source: interface, Limits. */
  messageTextChars: 512,
  /** Text of /v1/message/send; longer text is cut to this, never refused. Source: interface, Limits. */
  sentTextChars: 2000,
  /** Code of POST /v1/scripts/execute. Source: interface, Limits. */
  executeCodeChars: 1_048_576,
  /** One uploaded file: 3 MB. Source: interface, Limits. */
  uploadFileBytes: 3 * 1024 * 1024,
  /** Files of one upload. Source: interface, Limits. */
  uploadFiles: 2,
  /** Name of an uploaded file. */
  fileNameChars: 255,
  /** Least discount of a promotion code, in per cent. Source: interface, Limits. */
  percentOffMin: 1,
  /** Greatest discount of a promotion code, in per cent. Source: interface, Limits. */
  percentOffMax: 100,
  /** Promotion codes of a script that are valid at one time. */
  promotionCodes: 30,
  /** Name of a devscript. */
  scriptNameChars: 128,
  /** What the listing of a devscript says of it. */
  scriptDescriptionChars: 2000,
  /** Public identifier of a script: letters and digits. */
  slugChars: 5,
  /** Letters and digits of a promotion code: too many to be guessed. */
  promotionCodeChars: 10,
  /** A reviewer's note. */
  reviewNoteChars: 512,
  /** Currency code after ISO 4217. */
  currencyChars: 3,
  /** Greatest monthly price, in the currency's minor units. */
  priceMax: 100_000_000,
  /** Devices of one run, stop or execute request. */
  devicesPerRequest: 20_000,
  /** Serialised `vars` of a run, or saved values. */
  varsBytes: 256 * 1024,
  /** Body of a JSON or form request; what a code of the greatest length needs when all of it is escaped, and more. */
  bodyBytes: 16 * 1024 * 1024,
  /** Arrays and objects inside one another, in any JSON that a caller sends or uploads. */
  jsonDepth: 100,
  /** Name of a preset. */
  presetNameChars: 64,
  /** Presets of an account. */
  presets: 200,
  /** Records of one page. */
  pageItems: 1000,
  /** Log lines of one answer. */
  logItems: 10_000,
  /** Log text that is kept of one run; a marker says that there was more. */
  runLogBytes: 10 * 1024 * 1024,
  /** One log line; a longer one is cut. */
  logLineBytes: 32 * 1024,
  /** Seconds that a run of a script waits for its device unless the request says otherwise: 24 hours. */
  scriptDeliverWithinSeconds: 24 * 3600,
  /** Seconds that executed code waits for its device unless the request says otherwise: 1 hour. */
  executeDeliverWithinSeconds: 3600,
  /** Seconds that a message waits for its device: 7 days. */
  messageDeliverWithinSeconds: 7 * 24 * 3600,
  /** Greatest `deliverWithin`: 14 days. */
  deliverWithinSecondsMax: 14 * 24 * 3600,
  /** Greatest `timeout` of a run: 14 days. */
  timeoutSecondsMax: 14 * 24 * 3600,
  /** Seconds that a device may be away before what it was running counts as lost: 14 days. */
  abandonedAfterSeconds: 14 * 24 * 3600,
  /** Schedules of an account. */
  schedules: 500,
  /** Name of a schedule. */
  scheduleNameChars: 64,
  /** Cron expression of a schedule, and the name of its time zone. */
  cronChars: 128,
  /** Greatest distance of a schedule that is due every so many minutes: 365 days. */
  everyMinutesMax: 365 * 24 * 60,
  /** Next times that a schedule tells of. */
  nextTimes: 5,
  /** Occurrences of a schedule that are kept, the newest. */
  scheduleOccurrences: 1000,
  /** Occurrences of a schedule that wait for those before them; further ones are skipped. */
  scheduleWaiting: 10,
  /** Seconds after its time at which an occurrence that has not started counts as missed. */
  scheduleLateSeconds: 60,
  /** Occurrences missed at one time that are told one by one, the newest. */
  scheduleMissedTold: 100,
  /** Waves of a roll-out. */
  rolloutWaves: 20,
  /** Greatest number of devices that a roll-out releases in a minute. */
  rolloutPerMinuteMax: 20_000,
  /** Results that a roll-out by the minute has before it judges how many failed. */
  rolloutJudgedRuns: 10,
  /** Greatest number of times that a device tries one job. */
  runAttempts: 10,
  /** Seconds before the second attempt unless the request says otherwise; each further wait is twice the one before. */
  retryDelaySeconds: 60,
  /** Greatest `delaySeconds` of a retry: 1 hour. */
  retryDelaySecondsMax: 3600,
  /** Longest wait between two attempts, however often it has doubled: 6 hours. */
  retryWaitSecondsMax: 6 * 3600,
  /** Characters of an `Idempotency-Key`. */
  idempotencyKeyChars: 255,
  /** Characters of an enrolment key. */
  enrolmentKeyChars: 6,
  /** Name of an enrolment key. */
  enrolmentKeyNameChars: 64,
  /** Seconds that an enrolment key is valid unless the request says otherwise: 10 minutes. */
  enrolmentKeySeconds: 600,
  /** Greatest validity of an enrolment key: 365 days. */
  enrolmentKeySecondsMax: 365 * 24 * 3600,
  /** Greatest number of devices that one enrolment key lets in. */
  enrolmentKeyUsesMax: 100_000,
  /** E-mail address of an account. */
  emailChars: 254,
  /** Name of an account. */
  accountNameChars: 64,
  /** Shortest password. */
  passwordCharsMin: 8,
  /** Longest password. */
  passwordCharsMax: 256,
  /** Name of an access token. */
  tokenNameChars: 64,
  /** Greatest validity of an access token that expires: 10 years. */
  tokenSecondsMax: 10 * 365 * 24 * 3600,
  /** Validity of a session: 30 days. */
  sessionSeconds: 30 * 24 * 3600,
  /** Name of a secret. */
  secretNameChars: 64,
  /** Shortest value of a secret: a shorter one would be found all over a log. */
  secretValueCharsMin: 4,
  /** Longest value of a secret; a certificate with its chain fits. */
  secretValueCharsMax: 16_384,
  /** Secrets of an account. */
  secrets: 100,
  /** Seconds that a replaced or removed value is masked in what late runs write: 28 days, and as long as runs go on. */
  formerSecretSeconds: 28 * 24 * 3600,
  /** Devices of the notification settings. */
  notificationDevices: 100,
  /** Webhooks of an account. */
  webhooks: 20,
  /** Address of a webhook. */
  webhookUrlChars: 2048,
  /** Name of a webhook. */
  webhookNameChars: 64,
  /** Seconds that a webhook's request may take until its answer is there. */
  webhookTimeoutSeconds: 15,
  /** What the log of deliveries shows of a request's body and of its answer's. */
  webhookLoggedChars: 4096,
  /** Greatest wait that the Retry-After of an answer may ask for: 6 hours. */
  webhookRetryAfterSecondsMax: 6 * 3600,
  /** Seconds that the secret before a rotation signs as well: 24 hours. */
  webhookOldSecretSeconds: 24 * 3600,
  /** Seconds of nothing but failures after which a webhook is disabled: 5 days. */
  webhookFailingSecondsMax: 5 * 24 * 3600,
  /** Seconds that deliveries are kept from their beginning: 14 days. */
  webhookDeliverySeconds: 14 * 24 * 3600,
  /** Items of a configuration. */
  configItems: 500,
  /** Greatest length of any text that a filter compares with. */
  filterChars: 255,
  /** Sign-ins and enrolments of one address that may fail in a minute. */
  credentialFailuresPerMinute: 20,
} as const;

/** The oldest client that takes messages. Source: interface, Versioning. */
export const MESSAGE_CLIENT_VERSION = '1.2.2';

/** Length of a text in Unicode code points, the unit of every `…Chars` limit. */
export function countChars(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The text's first `limit` code points: never half of a surrogate pair. */
export function cutChars(text: string, limit: number): string {
  return text.length <= limit ? text : Array.from(text).slice(0, limit).join('');
}
