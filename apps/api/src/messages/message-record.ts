import type { Message } from '@drover/contract';
import type { Message as Row } from '../database/client/client';

export function toMessage({ id, title, text, data, deviceId, runId, createdAt }: Row): Message {
  const { attachments = [] } = (data ?? {}) as Partial<Pick<Message, 'attachments'>>;
  return { _id: id, title, text, attachments, deviceId, runId, createdAt: createdAt.toISOString() };
}
