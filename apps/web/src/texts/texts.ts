import type { AreaTexts } from './areas';
import type { en } from './en';

/** The same keys with other words; a language without a singular leaves the singular out. */
export type Words<T> = {
  [Key in keyof T as Key extends `${string}_one` ? never : Key]: T[Key] extends string
    ? string
    : Words<T[Key]>;
};

/** All texts that a language has for the first page. */
export type Texts = Words<typeof en>;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & AreaTexts };
  }
}
