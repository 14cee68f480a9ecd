import type { Event, EventFilter } from '@drover/contract';

/** The fields of an event that filters compare. */
export type Subject = Omit<EventFilter, 'types'>;

/** Returns only those fields of an event that filters compare. */
export function subjectOf(event: Event): Subject {
  const { jobId, runId, deviceId } = findSubject(event);
  return { jobId, runId, deviceId };
}

function findSubject(event: Event): Subject {
  if (event.type === 'reset') return {};
  if (event.type === 'device') return { deviceId: event.device._id };
  if (event.type === 'message') {
    return { runId: event.runId ?? undefined, deviceId: event.deviceId ?? undefined };
  }
  if (event.type === 'approval') return {};
  if (event.type === 'artifact') return event.artifact;
  if (event.type === 'run') return { ...event.run, runId: event.run._id };
  return event;
}
