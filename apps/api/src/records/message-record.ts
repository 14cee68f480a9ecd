import type { Message } from '@drover/contract';
import type { Message as PrismaRow } from '../database/client/client';

/** A message as Prisma or a typed statement returns it, as far as its record needs it. */
export type MessageRow = Omit<PrismaRow, 'accountId' | 'frameNumber' | 'data'> & { data: unknown };

export function toMessage({
  id,
  title,
  text,
  data,
  isTelemetry,
  deviceId,
  runId,
  createdAt,
}: MessageRow): Message {
  const { attachments = [] } = (data ?? {}) as Partial<Pick<Message, 'attachments'>>;
  const message = { _id: id, title, text, attachments, isTelemetry, deviceId, runId };
  return { ...message, createdAt: createdAt.toISOString() };
}
