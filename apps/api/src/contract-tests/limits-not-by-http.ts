import type { LimitName } from './limit-exercises';

/** Limits that no HTTP request can reach, and the test that covers each. */
export const notByHttp = {
  runLostAfterSeconds: 'A device stays away: link/delivery.spec.ts holds both sides of it.',
  deviceConnections: 'Connections are made by the device link: devices/connections.spec.ts makes too many.',
  replacedSecretSeconds: 'Time passes: secrets/secrets.spec.ts holds both sides of it.',
  scheduleOccurrences: 'Occurrences come with time: schedules/due.spec.ts makes too many.',
  scheduleWaitingOccurrences: 'Occurrences come with time: schedules/due.spec.ts lets too many wait.',
  scheduleLateSeconds: 'A server was away: schedules/due.spec.ts holds both sides of it.',
  missedOccurrencesReported: 'A server was away for long: schedules/due.spec.ts counts what is told.',
  retryDelaySeconds: 'An attempt waits: rollouts/retries.spec.ts reads until when.',
  retryWaitSecondsMax: 'Attempts wait longer and longer: rollouts/retries.spec.ts reads until when.',
  rolloutMinResults: 'Results come by the device link: rollouts/advance.spec.ts has one less, and as many.',
  runLogBytes: 'Lines come by the device link: runs/line-reports.spec.ts fills a log.',
  logLineOverheadBytes:
    'Lines come by the device link: runs/line-reports.spec.ts fills a log with empty lines.',
  postedTextBytes: 'Scripts post by the device link: messages/reports.spec.ts has a text cut.',
  runPostedBytes: 'Scripts post by the device link: messages/reports.spec.ts posts too much.',
  postedOverheadBytes: 'Scripts post by the device link: messages/reports.spec.ts posts too many.',
  webhookTimeoutSeconds: 'A target hangs: webhooks/sender.spec.ts holds a request that long.',
  webhookLoggedChars: 'Targets answer at length: webhooks/sender.spec.ts reads the log.',
  webhookRetryAfterSecondsMax: 'Targets ask for time: webhooks/backoff.spec.ts asks for too much.',
  webhookPreviousSecretSeconds: 'webhooks/sender.spec.ts verifies with the old secret, and later without.',
  webhookFailingSecondsMax: 'Targets fail for days: webhooks/settle.spec.ts sets the clock of one back.',
  webhookDeliverySeconds: 'retention/retention.spec.ts removes a delivery that is older.',
  defaultPageItems: 'It applies without a limit: contract-tests/lists.spec.ts reads each list.',
  defaultLogItems: 'It applies without a limit: runs/runs.spec.ts reads a longer log.',
  pageBytes: 'It ends a page: database/lists.spec.ts reads pages of large records.',
  listScanRecords: 'It ends a page: database/history.spec.ts has more records that do not match.',
  listTotalMax: 'It caps a number: database/lists.spec.ts has as many records, and one more.',
  eventStreams: 'Streams stay open: events/stream-limits.spec.ts opens as many as allowed, and one more.',
  logLineBytes: 'Lines come by the device link: runs/line-reports.spec.ts has one cut.',
} satisfies Partial<Record<LimitName, string>>;
