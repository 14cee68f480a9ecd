import { z } from 'zod';
import { Device } from './devices.schemas';
import { FilterText, Id } from './fields';
import { LogLine, Run } from './runs.schemas';

/** What an event may be about; that a device was deleted is about a device. */
export const EventKind = z.enum(['device', 'run', 'log', 'message']);
export type EventKind = z.infer<typeof EventKind>;

const kind = `(${EventKind.options.join('|')})`;

/** Filters of GET /v1/events; they combine with AND. */
export const EventFilter = z.object({
  types: z
    .string()
    .regex(
      new RegExp(`^${kind}(,${kind})*$`),
      `must be of ${EventKind.options.join(', ')}, with commas between`,
    )
    .transform((value) => value.split(',') as EventKind[])
    .optional()
    .meta({ description: 'what to tell of, with commas between; all where left out', example: 'device,run' }),
  jobId: FilterText.optional(),
  runId: FilterText.optional(),
  deviceId: FilterText.optional(),
});
export type EventFilter = z.infer<typeof EventFilter>;

/** A device came, went, or changed. */
export const DeviceEvent = z.object({ type: z.literal('device'), device: Device });
/** A device was deleted. */
export const DeviceRemovedEvent = z.object({ type: z.literal('device.removed'), deviceId: Id });
/** A run changed its state. */
export const RunEvent = z.object({ type: z.literal('run'), run: Run });
/** Lines of a run's log. */
export const LogEvent = z.object({
  type: z.literal('log'),
  runId: Id,
  jobId: Id,
  deviceId: Id,
  lines: z.array(LogLine),
});
/** A message came into the inbox, where it can be read. */
export const MessageEvent = z.object({
  type: z.literal('message'),
  messageId: Id,
  runId: Id.nullable(),
  deviceId: Id.nullable(),
});
/** Events were missed: read again what matters. */
export const ResetEvent = z.object({ type: z.literal('reset') });

/** The `data` of one server-sent event; the event's name is its `type`. */
export const Event = z.discriminatedUnion('type', [
  DeviceEvent,
  DeviceRemovedEvent,
  RunEvent,
  LogEvent,
  MessageEvent,
  ResetEvent,
]);
export type Event = z.infer<typeof Event>;
