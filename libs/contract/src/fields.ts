import { z } from 'zod';
import { countChars, hasAtMostChars, LIMITS } from './limits';

/**
 * Text of `min` to `max` code points. Rejects NUL, which databases cannot store. Longer text is checked no further, so
 * a check that is added to this schema never processes it.
 */
export function text(max: number, min = 0) {
  return z
    .string()
    .refine((value) => hasAtMostChars(value, max), {
      message: `must have at most ${max} characters`,
      abort: true,
    })
    .refine((value) => countChars(value) >= min, {
      message: min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
    })
    .refine((value) => !value.includes('\0'), { message: 'must not contain the NUL character' })
    .meta({ maxLength: max, ...(min > 0 && { minLength: min }) });
}

/** ID of any record: 24 lowercase hex characters in ObjectId layout. */
export const Id = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'must be an ID of 24 lowercase hex characters')
  .meta({ example: '65f1c0ffee65f1c0ffee65f1' });

/** Time in ISO 8601, UTC. */
/** The database has no year 0. */
export const Time = z.iso
  .datetime()
  .refine((time) => !time.startsWith('0000'), { message: 'must be a time after the year 0' })
  .meta({ example: '2026-01-31T08:30:00.000Z' });

/** Text that a filter compares with. */
export const FilterText = text(LIMITS.filterChars);

/** `true` or `false` in a query string. Anything else is invalid. */
export const FilterBoolean = z
  .enum(['true', 'false'], { message: 'must be true or false' })
  .transform((value) => value === 'true');

/** A whole number in a query string. */
export function queryInteger(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, { message: `must be from ${min} to ${max}` })
    .meta({ minimum: min, maximum: max });
}

/** Values of an enumeration in a query string, separated by commas. */
export function queryList<const Values extends Readonly<Record<string, string>>>(values: z.ZodEnum<Values>) {
  const names = values.options.join(', ');
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values.enum, { message: `must be one or more of ${names}, separated by commas` })))
    .meta({ description: `one or more of ${names}, separated by commas` });
}

/** Seconds, a whole number. */
export function seconds(max: number) {
  return z.number().int().min(1).max(max).meta({ description: 'seconds' });
}

const varsMeta = { description: `values by name, at most ${LIMITS.varsBytes} bytes as JSON` };

/** Configuration values in responses. Their size was checked when they were saved. */
export const SavedVars = z.record(z.string(), z.unknown()).meta(varsMeta);

/** A JSON object of configuration values, limited in size. */
export const Vars = z
  .record(z.string(), z.unknown())
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= LIMITS.varsBytes, {
    message: `must be at most ${LIMITS.varsBytes} bytes as JSON`,
  })
  .meta(varsMeta);
export type Vars = z.infer<typeof Vars>;

/** Path parameters that are IDs. A malformed ID returns 404, like an unknown one. */
export function idParams<const Name extends string>(...names: Name[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, Id])) as Record<Name, typeof Id>);
}
