import type { Attachment } from '@drover/contract';
import { LINK_LIMITS, Posted } from '@drover/contract/link';
import type { Draft } from '../link/outbox';
import type { PostedReport } from '../script/reports';
import { cutBytes, storableJson, storableText } from './storable';

/** Attachments of one Posted frame. */
const maxAttachments = 20;

/** Text and title of one Posted frame: far more than any server keeps. */
const textBytes = 64 * 1024;

/** What the frame needs beside text, title and attachments. */
const frameOverheadBytes = 1024;

/** Makes the frame of a call of postMessage. What cannot be sent is left out, and `onDropped` hears why. */
export function postedFrame(runId: string, posted: PostedReport, onDropped: (why: string) => void): Draft {
  const { at, isTelemetry, attachments = [] } = posted;
  const text = sendable(posted.text);
  const title = posted.title === undefined ? undefined : sendable(posted.title);
  const kept: Attachment[] = [];
  let room = LINK_LIMITS.frameBytes - frameOverheadBytes - sizeOf([text, title]);
  for (const [index, candidate] of attachments.entries()) {
    try {
      if (kept.length === maxAttachments) throw new Error(`a message carries at most ${maxAttachments}`);
      const attachment = readAttachment(candidate);
      const bytes = sizeOf(attachment);
      if (bytes > room) throw new Error('it is too large');
      kept.push(attachment);
      room -= bytes;
    } catch (error) {
      onDropped(`postMessage: attachment ${index + 1} was left out: ${(error as Error).message}`);
    }
  }
  return {
    type: 'posted',
    runId,
    at,
    text,
    ...(isTelemetry && { isTelemetry }),
    ...(title !== undefined && { title }),
    ...(kept.length > 0 && { attachments: kept }),
  };
}

const attachmentSchema = Posted.shape.attachments.unwrap().element;

function readAttachment(candidate: unknown): Attachment {
  const attachment = attachmentSchema.safeParse(candidate);
  if (!attachment.success) throw new Error('its type must be text, json or image');
  return { type: attachment.data.type, data: storableJson(attachment.data.data) };
}

/** Bytes as JSON, with the comma after it. */
function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

function sendable(text: string): string {
  return cutBytes(storableText(text), textBytes, ' …');
}
