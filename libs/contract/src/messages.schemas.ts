import { z } from 'zod';
import { FilterBoolean, Id, Time } from './fields';
import { listOf, Paging } from './lists';

/**
 * Parameters of /v1/message/send, in the query, a form or JSON. The query overrides the body. `text` is required and
 * cut at `LIMITS.sentTextChars`.
 */
export const SendMessage = z.object({ token: z.string().optional(), text: z.string().optional() });
export type SendMessage = z.infer<typeof SendMessage>;

/** Data that a script attaches to a message. */
export const Attachment = z.object({
  type: z.enum(['text', 'json', 'image']),
  data: z.unknown().meta({ description: 'text, any JSON value, or an image as a data URL or base64' }),
});
export type Attachment = z.infer<typeof Attachment>;

/** A message in the inbox, sent by a caller or posted by a script. */
export const Message = z.object({
  _id: Id,
  title: z.string().nullable(),
  text: z.string().meta({ description: 'Markdown' }),
  attachments: z.array(Attachment),
  isTelemetry: z.boolean().meta({ description: 'a script posted it with telemetry: true' }),
  deviceId: Id.nullable(),
  runId: Id.nullable(),
  createdAt: Time,
});
export type Message = z.infer<typeof Message>;

/** Query parameters of `GET /v1/messages`. */
export const ListMessages = Paging.extend({
  telemetry: FilterBoolean.optional().meta({
    description: 'true: only messages that scripts posted with telemetry: true. false: only the others',
  }),
});
export type ListMessages = z.infer<typeof ListMessages>;

export const MessageList = listOf(Message);
export type MessageList = z.infer<typeof MessageList>;
