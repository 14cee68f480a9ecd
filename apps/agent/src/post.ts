import { Attachment, LINK_LIMITS } from '@drover/contract/link';
import type { Draft } from './outbox';
import type { PostedReport } from './script/reports';
import { cutBytes } from './run-log';

/** Attachments of one Posted frame. */
const ATTACHMENTS = 20;

/** Text and title of one Posted frame: far more than any server keeps. */
const TEXT_BYTES = 64 * 1024;

/** What the frame needs beside text, title and attachments. */
const FRAME_OVERHEAD_BYTES = 1024;

/** Makes the frame of a call of postMessage. What cannot be sent is left out, and `onDropped` hears why. */
export function postedFrame(
  runId: string,
  { at, text, isTelemetry, title, attachments = [] }: PostedReport,
  onDropped: (why: string) => void,
): Draft {
  const kept: Attachment[] = [];
  let room = LINK_LIMITS.frameBytes - 6 * 2 * TEXT_BYTES - FRAME_OVERHEAD_BYTES;
  for (const [index, candidate] of attachments.entries()) {
    const attachment = Attachment.safeParse(candidate);
    const bytes = Buffer.byteLength(JSON.stringify(candidate) ?? '');
    const fault = !attachment.success
      ? 'its type must be text, json or image'
      : kept.length === ATTACHMENTS
        ? `a message carries at most ${ATTACHMENTS}`
        : bytes > room && 'it is too large';
    if (fault) {
      onDropped(`postMessage: attachment ${index + 1} was left out: ${fault}`);
    } else if (attachment.data) {
      kept.push(attachment.data);
      room -= bytes;
    }
  }
  return {
    type: 'posted',
    runId,
    at,
    text: sendable(text),
    ...(isTelemetry && { isTelemetry }),
    ...(title !== undefined && { title: sendable(title) }),
    ...(kept.length > 0 && { attachments: kept }),
  };
}

function sendable(text: string): string {
  return cutBytes(text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD'), TEXT_BYTES, ' …');
}
