/* oxlint-disable typescript/consistent-type-imports -- One line per namespace instead of two. */

/** The texts of every namespace, in English. A namespace is a file in `en` and a file of the same name in `zh`. */
interface Resources {
  accounts: typeof import('./en/accounts').texts;
  'agent-updates': typeof import('./en/agent-updates').texts;
  app: typeof import('./en/app').texts;
  approvals: typeof import('./en/approvals').texts;
  archives: typeof import('./en/archives').texts;
  artifacts: typeof import('./en/artifacts').texts;
  audit: typeof import('./en/audit').texts;
  common: typeof import('./en/common').texts;
  'device-choice': typeof import('./en/device-choice').texts;
  'device-groups': typeof import('./en/device-groups').texts;
  directory: typeof import('./en/directory').texts;
  devices: typeof import('./en/devices').texts;
  devscripts: typeof import('./en/devscripts').texts;
  editor: typeof import('./en/editor').texts;
  enrolments: typeof import('./en/enrolments').texts;
  errors: typeof import('./en/errors').texts;
  filters: typeof import('./en/filters').texts;
  failures: typeof import('./en/failures').texts;
  home: typeof import('./en/home').texts;
  'input-files': typeof import('./en/input-files').texts;
  'job-results': typeof import('./en/job-results').texts;
  jobs: typeof import('./en/jobs').texts;
  listings: typeof import('./en/listings').texts;
  members: typeof import('./en/members').texts;
  messages: typeof import('./en/messages').texts;
  'notification-settings': typeof import('./en/notification-settings').texts;
  palette: typeof import('./en/palette').texts;
  presets: typeof import('./en/presets').texts;
  projects: typeof import('./en/projects').texts;
  'promotion-codes': typeof import('./en/promotion-codes').texts;
  publishing: typeof import('./en/publishing').texts;
  reasons: typeof import('./en/reasons').texts;
  results: typeof import('./en/results').texts;
  reviews: typeof import('./en/reviews').texts;
  revisions: typeof import('./en/revisions').texts;
  rollouts: typeof import('./en/rollouts').texts;
  'run-details': typeof import('./en/run-details').texts;
  'run-dialog': typeof import('./en/run-dialog').texts;
  'run-list': typeof import('./en/run-list').texts;
  'run-log': typeof import('./en/run-log').texts;
  runs: typeof import('./en/runs').texts;
  schedules: typeof import('./en/schedules').texts;
  scripts: typeof import('./en/scripts').texts;
  'sign-in-requests': typeof import('./en/sign-in-requests').texts;
  'single-sign-on': typeof import('./en/single-sign-on').texts;
  'second-factor': typeof import('./en/second-factor').texts;
  secrets: typeof import('./en/secrets').texts;
  settings: typeof import('./en/settings').texts;
  statistics: typeof import('./en/statistics').texts;
  stores: typeof import('./en/stores').texts;
  tokens: typeof import('./en/tokens').texts;
  webhooks: typeof import('./en/webhooks').texts;
  repositories: typeof import('./en/repositories').texts;
}
export type Namespace = keyof Resources;

/** The texts of a namespace in a language that has no singular: the same keys without those of the singular. */
export type Translation<Name extends Namespace> = Translated<Resources[Name]>;

type Translated<T> = {
  [Key in keyof T as Key extends `${string}_one` ? never : Key]: T[Key] extends string
    ? string
    : Translated<T[Key]>;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}
