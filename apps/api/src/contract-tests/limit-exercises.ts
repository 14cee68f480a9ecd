import { LIMITS } from '@drover/contract';
import { peopleExercises } from './limit-exercises-of-people';
import {
  code,
  config,
  createInputFile,
  createJob,
  createKey,
  createSchedule,
  createWebhook,
  cron,
  discount,
  enrol,
  execute,
  get,
  paddedJson,
  post,
  put,
  schema,
  sendMessage,
  text,
  updateAccount,
  updateDevice,
  updatePricing,
  upload,
  vars,
  type Exercise,
} from './limit-requests';
import { projectExercises } from './project-exercises';
import { repositoryExercises } from './repository-exercises';

function hoursUntil2026(hours: number): string {
  const to = Date.UTC(2026, 0);
  return `from=${new Date(to - hours * 3_600_000).toISOString()}&to=${new Date(to).toISOString()}`;
}

export type LimitName = keyof typeof LIMITS;

/** HTTP requests that reach each limit: one at the limit, and one beyond it. */
export const exercises = {
  deviceNameChars: [updateDevice((amount) => ({ name: text(amount) }))],
  deviceTagChars: [updateDevice((amount) => ({ tags: [text(amount)] }))],
  latestRunDevices: [
    { request: (_scene, amount) => get(`/v1/latest-runs?deviceId=${Array(amount).fill('a').join()}`) },
  ],
  deviceTags: [updateDevice((amount) => ({ tags: Array.from({ length: amount }, (_, n) => `t${n}`) }))],
  deviceLabelChars: ['brand', 'model', 'platform'].map((label) =>
    enrol((amount) => ({ [label]: text(amount) })),
  ),
  appVersionChars: [enrol((amount) => ({ appVersion: text(amount) }))],
  deviceGroupNameChars: [
    { request: (_scene, amount) => post('/v1/device-groups', { name: text(amount), devices: [] }) },
    {
      request: ({ records }, amount) => put(`/v1/device-groups/${records.groupId}`, { name: text(amount) }),
    },
  ],
  presetNameChars: [
    {
      request: ({ records }, amount) =>
        post('/v1/presets', { name: text(amount), scriptId: records.scriptId, selector: { all: true } }),
    },
  ],
  messageTitleChars: [sendMessage((amount) => ({ title: text(amount) }))],
  messageTextChars: [sendMessage((amount) => ({ text: text(amount) }))],
  executeCodeChars: [execute((amount) => ({ code: text(amount) }))],
  uploadFileBytes: [upload((amount) => [code(Buffer.alloc(amount, ' '))], 413)],
  uploadFiles: [upload((amount) => [code('1'), config('[]'), schema('{}'), code('2')].slice(0, amount))],
  ...projectExercises,
  ...repositoryExercises,
  configItems: [upload((amount) => [config(JSON.stringify(Array(amount).fill({ name: 'a' })))])],
  percentOffMin: [discount(LIMITS.percentOffMin - 1)],
  percentOffMax: [discount(LIMITS.percentOffMax + 1)],
  scriptNameChars: [
    { request: (_scene, amount) => post('/v1/devscripts', { name: text(amount) }) },
    {
      request: ({ records }, amount) => put(`/v1/devscripts/${records.devscriptId}`, { name: text(amount) }),
    },
  ],
  scriptDescriptionChars: [
    {
      request: ({ records }, amount) =>
        put(`/v1/devscripts/${records.devscriptId}`, { description: text(amount) }),
    },
  ],
  revisionNameChars: [
    {
      request: ({ records }, amount) =>
        put(`/v1/devscripts/${records.devscriptId}/revisions/${records.revisionId}`, { name: text(amount) }),
    },
  ],
  reviewNoteChars: [
    {
      request: ({ records }, amount) =>
        put(`/v1/reviews/${records.submittedId}`, { decision: 'reject', note: text(amount) }),
    },
  ],
  currencyChars: [
    updatePricing((amount) => ({ currency: 'EURO'.slice(0, amount) })),
    {
      ...updatePricing((amount) => ({ currency: 'EURO'.slice(0, amount) })),
      beyond: LIMITS.currencyChars - 1,
    },
  ],
  priceMax: [updatePricing((price) => ({ price }))],
  devicesPerRequest: [
    {
      request: ({ records }, amount) =>
        post('/v1/scripts/execute', { code: '1', devices: Array(amount).fill({ _id: records.deviceId }) }),
    },
    {
      request: ({ records }, amount) => ({
        method: 'DELETE',
        path: `/v1/devscripts/${records.devscriptId}/run`,
        body: { robots: Array(amount).fill({ _id: records.deviceId }) },
      }),
    },
    {
      request: ({ records }, amount) =>
        put(`/v1/device-groups/${records.groupId}`, { devices: Array(amount).fill(records.deviceId) }),
    },
  ],
  varsBytes: [
    execute((amount) => ({ vars: vars(amount) })),
    {
      request: ({ records }, amount) => put(`/v1/devscripts/${records.devscriptId}/values`, vars(amount)),
    },
  ],
  bodyBytes: [
    paddedJson(413, ({ deviceId }) => [`/v1/devices/${deviceId}`, { name: 'a' }]),
    paddedJson(413, () => ['/v1/notification-settings', { devices: [] }]),
  ],
  valuesBodyBytes: [
    paddedJson(413, ({ devscriptId }) => [`/v1/devscripts/${devscriptId}/values`, { a: 1 }]),
    paddedJson(413, () => ['/v1/secrets/NAME', { value: 'a value' }]),
    paddedJson(413, () => ['/v1/stores/account/entries/key', { value: 1 }]),
    paddedJson(413, ({ groupId, deviceId }) => [`/v1/device-groups/${groupId}`, { devices: [deviceId] }]),
  ],
  jobBodyBytes: [
    paddedJson(413, ({ presetId, deviceId }) => [
      `/v1/presets/${presetId}`,
      { name: 'a', code: '1', devices: [{ _id: deviceId }] },
    ]),
  ],
  jsonValues: [
    {
      // The body, its code, its list with one device and the ID are five values, the list of the others is one.
      request: (scene, amount) =>
        execute(() => ({ others: Array(amount - 6).fill(0) })).request(scene, amount),
      refusal: 400,
    },
  ],
  jsonDepth: [
    {
      request: ({ records }, amount) => ({
        method: 'PUT',
        path: `/v1/devices/${records.deviceId}`,
        body: `${'{"a":'.repeat(amount)}1${'}'.repeat(amount)}`,
      }),
      refusal: 400,
    },
  ],
  pageItems: [{ request: (_scene, amount) => get(`/v1/devices?limit=${amount}`) }],
  logItems: [{ request: ({ records }, amount) => get(`/v1/runs/${records.runId}/logs?limit=${amount}`) }],
  statisticsItems: [
    { request: (_scene, hours) => get(`/v1/statistics?${hoursUntil2026(hours)}`) },
    {
      request: (_scene, days) => get(`/v1/statistics?interval=day&timeZone=UTC&${hoursUntil2026(24 * days)}`),
    },
    { request: (_scene, days) => get(`/v1/statistics/scripts?${hoursUntil2026(24 * days)}`) },
  ],
  statisticsGroupDays: [
    {
      request: ({ records }, days) =>
        get(`/v1/statistics?groupId=${records.groupId}&${hoursUntil2026(24 * days)}`),
    },
  ],
  deliverWithinSecondsMax: [execute((deliverWithin) => ({ deliverWithin }))],
  timeoutSecondsMax: [execute((timeout) => ({ timeout }))],
  scheduleNameChars: [createSchedule((amount) => ({ name: text(amount) }))],
  cronChars: [createSchedule((amount) => ({ when: { cron: cron(amount) } }))],
  everyMinutesMax: [
    createSchedule((everyMinutes) => ({ when: { everyMinutes } })),
    { request: (_scene, amount) => get(`/v1/schedules/preview?everyMinutes=${amount}`) },
  ],
  rolloutWaves: [
    createJob((amount) => ({ rollout: { waves: Array.from({ length: amount }, (_, n) => n + 1) } })),
  ],
  rolloutPerMinuteMax: [createJob((perMinute) => ({ rollout: { perMinute } }))],
  runAttempts: [createJob((attempts) => ({ retry: { attempts } }))],
  retryDelaySecondsMax: [createJob((delaySeconds) => ({ retry: { attempts: 2, delaySeconds } }))],
  idempotencyKeyChars: [
    {
      request: (scene, amount) => ({
        ...execute(() => ({})).request(scene, amount),
        headers: { 'Idempotency-Key': 'k'.repeat(amount) },
      }),
    },
  ],
  enrolmentKeyNameChars: [createKey((amount) => ({ name: text(amount) }))],
  enrolmentKeySecondsMax: [createKey((expiresIn) => ({ expiresIn }))],
  enrolmentKeyUsesMax: [createKey((maxUses) => ({ maxUses }))],
  emailChars: [updateAccount((amount) => ({ email: `${'a'.repeat(amount - 4)}@b.c` }))],
  accountNameChars: [updateAccount((amount) => ({ name: text(amount) }))],
  passwordCharsMin: [updateAccount((amount) => ({ password: text(amount) }), LIMITS.passwordCharsMin - 1)],
  passwordCharsMax: [updateAccount((amount) => ({ password: text(amount) }))],
  ...peopleExercises,
  tokenNameChars: [{ request: (_scene, amount) => post('/v1/tokens', { name: text(amount) }) }],
  tokenSecondsMax: [{ request: (_scene, expiresIn) => post('/v1/tokens', { name: 'a', expiresIn }) }],
  notificationDevices: [
    {
      request: ({ records }, amount) =>
        put('/v1/notification-settings', { devices: Array(amount).fill(records.deviceId) }),
    },
  ],
  inputFileNameChars: [createInputFile((amount) => ({ name: text(amount) }))],
  inputFileBytes: [createInputFile((size) => ({ size }))],
  secretNameChars: [
    { request: (_scene, amount) => put(`/v1/secrets/${'N'.repeat(amount)}`, { value: 'a value' }) },
  ],
  secretValueCharsMin: [
    {
      request: (_scene, amount) => put('/v1/secrets/NAME', { value: text(amount) }),
      beyond: LIMITS.secretValueCharsMin - 1,
    },
  ],
  secretValueCharsMax: [{ request: (_scene, amount) => put('/v1/secrets/NAME', { value: text(amount) }) }],
  storeKeyChars: [
    {
      request: (_scene, amount) =>
        put(`/v1/stores/account/entries/${encodeURIComponent(text(amount))}`, { value: 1 }),
    },
    {
      request: (_scene, amount) =>
        get(`/v1/stores/account/entries?prefix=${encodeURIComponent(text(amount))}`),
    },
  ],
  storeValueBytes: [
    {
      request: (_scene, amount) => put('/v1/stores/account/entries/key', { value: 'v'.repeat(amount - 2) }),
    },
  ],
  storeExpirySecondsMax: [
    { request: (_scene, expiresIn) => put('/v1/stores/account/entries/key', { value: 1, expiresIn }) },
  ],
  webhookUrlChars: [createWebhook((amount) => ({ url: 'http://127.0.0.1:9/'.padEnd(amount, 'a') }))],
  webhookNameChars: [
    createWebhook((amount) => ({ name: text(amount) })),
    {
      request: ({ records }, amount) => put(`/v1/webhooks/${records.webhookId}`, { name: text(amount) }),
    },
  ],
  filterChars: [{ request: (_scene, amount) => get(`/v1/devices?name=${encodeURIComponent(text(amount))}`) }],
} satisfies Partial<Record<LimitName, Exercise[]>>;
