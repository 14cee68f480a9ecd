import type { Drover, ScheduleSummary } from '@drover/sdk';
import { Failure } from './failures';

/** The one schedule that the caller named, by its name or id. */
export async function selectSchedule(drover: Drover, reference: string): Promise<ScheduleSummary> {
  const { items } = await drover.schedules.list();
  const found = items.filter(({ _id, name }) => _id === reference || name === reference);
  if (found.length === 1) return found[0];
  if (found.length > 1) {
    throw new Failure(
      'refused',
      `${found.length} schedules are called '${reference}': name one by its id.`,
      found.map(({ _id }) => _id),
    );
  }
  throw new Failure('refused', `There is no schedule '${reference}'.`, ['See them all: drover schedules']);
}
