import { z } from 'zod';
import { Id, Time } from './fields';
import { listOf } from './lists';

/**
 * Parameters of /v1/message/send, from the query, a form or JSON; one in the query goes before one in the body. `text`
 * is required and cut at LIMITS.sentTextChars.
 */
export const SendMessage = z.object({ token: z.string().optional(), text: z.string().optional() });
export type SendMessage = z.infer<typeof SendMessage>;

/** Something that a script's postMessage carries beside its text. */
export const Attachment = z.object({
  type: z.enum(['text', 'json', 'image']),
  data: z.unknown().meta({ description: 'text, any JSON value, or an image as a data URL or base64' }),
});
export type Attachment = z.infer<typeof Attachment>;

/** A text in the inbox: sent by a caller, or posted by a script. */
export const Message = z.object({
  _id: Id,
  title: z.string().nullable(),
  text: z.string().meta({ description: 'Markdown' }),
  attachments: z.array(Attachment),
  deviceId: Id.nullable(),
  runId: Id.nullable(),
  createdAt: Time,
});
export type Message = z.infer<typeof Message>;

export const MessageList = listOf(Message);
export type MessageList = z.infer<typeof MessageList>;
