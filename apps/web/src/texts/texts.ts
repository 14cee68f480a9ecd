import type { en } from './en';

/** The same keys with other words; a language without a singular leaves the singular out. */
type Words<T> = {
  [Key in keyof T as Key extends `${string}_one` ? never : Key]: T[Key] extends string
    ? string
    : Words<T[Key]>;
};

/** All texts of a language. */
export type Texts = Words<typeof en>;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}
