import { z } from 'zod';
import { Artifact } from './artifacts.schemas';
import { Device } from './devices.schemas';
import { FilterText, Id } from './fields';
import { resultInEvent } from './results.schemas';
import { LogLine, Run } from './runs.schemas';

/** Subject of an event. The deletion of a device belongs to `device`. */
export const EventKind = z.enum(['device', 'run', 'log', 'artifact', 'message', 'approval']);
export type EventKind = z.infer<typeof EventKind>;

const kind = `(${EventKind.options.join('|')})`;

/** Filters of GET /v1/events. They combine with AND. */
export const EventFilter = z.object({
  types: z
    .string()
    .regex(
      new RegExp(`^${kind}(,${kind})*$`),
      `must be of ${EventKind.options.join(', ')}, with commas between`,
    )
    .transform((value) => value.split(',') as EventKind[])
    .optional()
    .meta({ description: 'comma-separated kinds of events; all if omitted', example: 'device,run' }),
  jobId: FilterText.optional(),
  runId: FilterText.optional(),
  deviceId: FilterText.optional(),
});
export type EventFilter = z.infer<typeof EventFilter>;

/** A device connected, disconnected or changed. */
export const DeviceEvent = z.object({ type: z.literal('device'), device: Device });
/** A device was deleted. */
export const DeviceRemovedEvent = z.object({ type: z.literal('device.removed'), deviceId: Id });
/** A run changed its state or its progress. */
export const RunEvent = z.object({ type: z.literal('run'), run: Run, ...resultInEvent });
/** Lines of a run's log. */
export const LogEvent = z.object({
  type: z.literal('log'),
  runId: Id,
  jobId: Id,
  deviceId: Id,
  lines: z.array(LogLine),
});
/** An artifact of a run arrived, or was refused. */
export const ArtifactEvent = z.object({ type: z.literal('artifact'), artifact: Artifact });
/** A message arrived in the inbox. */
export const MessageEvent = z.object({
  type: z.literal('message'),
  messageId: Id,
  runId: Id.nullable(),
  deviceId: Id.nullable(),
});
/** Something needs approval, or a request was approved, declined or ended. Read it: not every member may see it. */
export const ApprovalEvent = z.object({ type: z.literal('approval'), approvalId: Id });
/** Events were lost: the client must reload its data. */
export const ResetEvent = z.object({ type: z.literal('reset') });

/** The `data` of a server-sent event. Its `type` is also the name of the event. */
export const Event = z.discriminatedUnion('type', [
  DeviceEvent,
  DeviceRemovedEvent,
  RunEvent,
  LogEvent,
  ArtifactEvent,
  MessageEvent,
  ApprovalEvent,
  ResetEvent,
]);
export type Event = z.infer<typeof Event>;
