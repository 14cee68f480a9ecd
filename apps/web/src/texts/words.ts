/** The same keys with other words; a language without a singular leaves the singular out. */
export type Words<T> = {
  [Key in keyof T as Key extends `${string}_one` ? never : Key]: T[Key] extends string
    ? string
    : Words<T[Key]>;
};
