import { z } from 'zod';
import { countChars, LIMITS } from './limits';

/** Text of `min` to `max` code points. NUL is refused: no database keeps it. */
export function text(max: number, min = 0) {
  return z
    .string()
    .refine((value) => countChars(value) <= max, { message: `must have at most ${max} characters` })
    .refine((value) => countChars(value) >= min, {
      message: min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
    })
    .refine((value) => !value.includes('\0'), { message: 'must not contain the NUL character' })
    .meta({ maxLength: max, ...(min > 0 && { minLength: min }) });
}

/** Identifier of any record: 24 lower-case hex characters in ObjectId layout. */
export const Id = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'must be an id of 24 lower-case hex characters')
  .meta({ example: '65f1c0ffee65f1c0ffee65f1' });

/** Time in ISO 8601, UTC. */
export const Time = z.iso.datetime().meta({ example: '2026-01-31T08:30:00.000Z' });

/** Text that a filter compares with. */
export const FilterText = text(LIMITS.filterChars);

/** `true` or `false` in a query string; anything else is invalid. */
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

/** Seconds, a whole number. */
export function seconds(max: number) {
  return z.number().int().min(1).max(max).meta({ description: 'seconds' });
}

/** A JSON object of configuration values, bounded in size. */
export const Vars = z
  .record(z.string(), z.unknown())
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= LIMITS.varsBytes, {
    message: `must serialise to at most ${LIMITS.varsBytes} bytes`,
  })
  .meta({ description: `values by name, at most ${LIMITS.varsBytes} bytes when serialised` });
export type Vars = z.infer<typeof Vars>;

/** Path parameters that are ids. An id of another form is as unknown as one that is not there: 404. */
export function idParams<const Name extends string>(...names: Name[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, Id])) as Record<Name, typeof Id>);
}
