import type { en } from './en';

/**
 * Texts of pages that are not opened first, by the feature they belong to and the language. They are fetched with their
 * page, under the feature's name: `publishing.title`.
 */
export const areas = {
  audit: {
    en: async () => (await import('./en/audit')).audit,
    zh: async () => (await import('./zh/audit')).audit,
  },
  deviceChoice: {
    en: async () => (await import('./en/device-choice')).deviceChoice,
    zh: async () => (await import('./zh/device-choice')).deviceChoice,
  },
  deviceGroups: {
    en: async () => (await import('./en/device-groups')).deviceGroups,
    zh: async () => (await import('./zh/device-groups')).deviceGroups,
  },
  devices: {
    en: async () => (await import('./en/devices')).devices,
    zh: async () => (await import('./zh/devices')).devices,
  },
  devscripts: {
    en: async () => (await import('./en/devscripts')).devscripts,
    zh: async () => (await import('./zh/devscripts')).devscripts,
  },
  enrolments: {
    en: async () => (await import('./en/enrolments')).enrolments,
    zh: async () => (await import('./zh/enrolments')).enrolments,
  },
  listings: {
    en: async () => (await import('./en/listings')).listings,
    zh: async () => (await import('./zh/listings')).listings,
  },
  messages: {
    en: async () => (await import('./en/messages')).messages,
    zh: async () => (await import('./zh/messages')).messages,
  },
  notificationSettings: {
    en: async () => (await import('./en/notification-settings')).notificationSettings,
    zh: async () => (await import('./zh/notification-settings')).notificationSettings,
  },
  presets: {
    en: async () => (await import('./en/presets')).presets,
    zh: async () => (await import('./zh/presets')).presets,
  },
  promotionCodes: {
    en: async () => (await import('./en/promotion-codes')).promotionCodes,
    zh: async () => (await import('./zh/promotion-codes')).promotionCodes,
  },
  publishing: {
    en: async () => (await import('./en/publishing')).publishing,
    zh: async () => (await import('./zh/publishing')).publishing,
  },
  reviews: {
    en: async () => (await import('./en/reviews')).reviews,
    zh: async () => (await import('./zh/reviews')).reviews,
  },
  rollouts: {
    en: async () => (await import('./en/rollouts')).rollouts,
    zh: async () => (await import('./zh/rollouts')).rollouts,
  },
  runDialog: {
    en: async () => (await import('./en/run-dialog')).runDialog,
    zh: async () => (await import('./zh/run-dialog')).runDialog,
  },
  runLog: {
    en: async () => (await import('./en/run-log')).runLog,
    zh: async () => (await import('./zh/run-log')).runLog,
  },
  schedules: {
    en: async () => (await import('./en/schedules')).schedules,
    zh: async () => (await import('./zh/schedules')).schedules,
  },
  scripts: {
    en: async () => (await import('./en/scripts')).scripts,
    zh: async () => (await import('./zh/scripts')).scripts,
  },
  secrets: {
    en: async () => (await import('./en/secrets')).secrets,
    zh: async () => (await import('./zh/secrets')).secrets,
  },
  settings: {
    en: async () => (await import('./en/settings')).settings,
    zh: async () => (await import('./zh/settings')).settings,
  },
  tokens: {
    en: async () => (await import('./en/tokens')).tokens,
    zh: async () => (await import('./zh/tokens')).tokens,
  },
  webhooks: {
    en: async () => (await import('./en/webhooks')).webhooks,
    zh: async () => (await import('./zh/webhooks')).webhooks,
  },
};
export type Area = keyof typeof areas;

/** The texts of the areas, in English. */
type AreaTexts = { [Name in Area]: Awaited<ReturnType<(typeof areas)[Name]['en']>> };

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & AreaTexts };
  }
}
