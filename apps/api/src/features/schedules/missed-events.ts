import type { ClientBase } from 'pg';
import { anyOf } from '../../database/expressions';
import { execute } from '../../database/sql';
import { hasSubscriber, recordEvents } from '../../outbox/outbox';
import { selectOccurrences, toOccurrence } from '../../records/occurrence-record';

/** Records an event for each occurrence that did not start because it was missed, skipped or failed. */
export async function recordMissed(client: ClientBase, occurrenceIds: string[]): Promise<void> {
  if (occurrenceIds.length === 0) return;
  const select = selectOccurrences()
    .innerJoin('Schedule as s', 's.id', 'o.scheduleId')
    .select('s.accountId')
    .where('o.id', '=', anyOf(occurrenceIds))
    .where(({ ref }) => hasSubscriber(ref('s.accountId'), 'schedule.missed'))
    .orderBy('o.id');
  const rows = await execute(client, select);
  await recordEvents(
    client,
    rows.map((row) => ({
      accountId: row.accountId,
      type: 'schedule.missed',
      data: { scheduleId: row.scheduleId, ...toOccurrence(row) },
    })),
  );
}
