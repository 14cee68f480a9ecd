/**
 * Texts of pages that are not opened first, by the area they belong to and the language. They are fetched with their
 * page, under the area's name: `publishing.title`.
 */
export const areas = {
  device: {
    en: async () => (await import('./en/device')).device,
    zh: async () => (await import('./zh/device')).device,
  },
  devices: {
    en: async () => (await import('./en/devices')).devices,
    zh: async () => (await import('./zh/devices')).devices,
  },
  devscripts: {
    en: async () => (await import('./en/devscripts')).devscripts,
    zh: async () => (await import('./zh/devscripts')).devscripts,
  },
  groups: {
    en: async () => (await import('./en/groups')).groups,
    zh: async () => (await import('./zh/groups')).groups,
  },
  log: {
    en: async () => (await import('./en/log')).log,
    zh: async () => (await import('./zh/log')).log,
  },
  presets: {
    en: async () => (await import('./en/presets')).presets,
    zh: async () => (await import('./zh/presets')).presets,
  },
  publishing: {
    en: async () => (await import('./en/publishing')).publishing,
    zh: async () => (await import('./zh/publishing')).publishing,
  },
  rollouts: {
    en: async () => (await import('./en/rollouts')).rollouts,
    zh: async () => (await import('./zh/rollouts')).rollouts,
  },
  run: {
    en: async () => (await import('./en/run')).run,
    zh: async () => (await import('./zh/run')).run,
  },
  schedules: {
    en: async () => (await import('./en/schedules')).schedules,
    zh: async () => (await import('./zh/schedules')).schedules,
  },
  secrets: {
    en: async () => (await import('./en/secrets')).secrets,
    zh: async () => (await import('./zh/secrets')).secrets,
  },
  settings: {
    en: async () => (await import('./en/settings')).settings,
    zh: async () => (await import('./zh/settings')).settings,
  },
  webhooks: {
    en: async () => (await import('./en/webhooks')).webhooks,
    zh: async () => (await import('./zh/webhooks')).webhooks,
  },
};
export type Area = keyof typeof areas;

/** The texts of the areas, in English. */
export type AreaTexts = { [Name in Area]: Awaited<ReturnType<(typeof areas)[Name]['en']>> };
