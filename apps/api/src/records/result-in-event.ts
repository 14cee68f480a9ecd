import { LIMITS } from '@drover/contract';
import { sql, type RawBuilder } from 'kysely';

/** The result of the run `r` as JSON, unless it is too large for an event. */
export const resultOfRun: RawBuilder<string | null> = sql<string | null>`(
  SELECT x.value FROM "RunResult" x
  WHERE r."hasResult" AND x."runId" = r.id AND x.bytes <= ${sql.lit(LIMITS.eventResultBytes)})`;

/** The field of an event with the result of its run. */
export function resultField(json: string | null): { result?: unknown } {
  return json === null ? {} : { result: JSON.parse(json) as unknown };
}
