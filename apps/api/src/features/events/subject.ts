import type { Event, EventFilter } from '@drover/contract';

/** Returns what filters compare of an event. */
export function subjectOf(event: Exclude<Event, { type: 'reset' }>): Omit<EventFilter, 'types'> {
  if (event.type === 'device') return { deviceId: event.device._id };
  if (event.type === 'message') {
    return { runId: event.runId ?? undefined, deviceId: event.deviceId ?? undefined };
  }
  if (event.type === 'approval') return {};
  if (event.type === 'artifact') return event.artifact;
  if (event.type === 'run') return { ...event.run, runId: event.run._id };
  return event;
}
