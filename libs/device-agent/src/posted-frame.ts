import type { Posted } from '@drover/contract/link';
import { LIMITS } from '@drover/contract/limits';
import { isDeeperThan, LINK_LIMITS } from '@drover/contract/link-protocol';
import type { Draft } from './outbox';
import { countBytes, cutToBytes, toStorableJson, toStorableText } from './text';

type Attachment = NonNullable<Posted['attachments']>[number];

/** A call of postMessage. */
export interface PostedReport {
  at: number;
  text: string;
  isTelemetry: boolean;
  title?: string;
  attachments?: unknown[];
}

/** Attachments of one Posted frame. */
const maxAttachments = 20;

/** Bytes of the frame beside text, title and attachments. */
const frameOverheadBytes = 1024;

const isAttachmentType: Record<Attachment['type'], true> = { text: true, json: true, image: true };

/** Creates the frame of a call of postMessage. Calls `onDropped` for each attachment that cannot be sent. */
export function createPostedFrame(
  runId: string,
  report: PostedReport,
  onDropped: (problem: string) => void,
): Draft {
  const text = toSendable(report.text);
  const title = report.title === undefined ? undefined : toSendable(report.title);
  const attachments: Attachment[] = [];
  let room = LINK_LIMITS.frameBytes - frameOverheadBytes - measure([text, title]);

  /** Returns why the attachment cannot be sent. */
  function addAttachment(candidate: unknown): string | undefined {
    if (attachments.length === maxAttachments) return `a message has at most ${maxAttachments}`;
    const { type, data } = (candidate || {}) as Partial<Attachment>;
    if (typeof type !== 'string' || isAttachmentType[type] !== true)
      return 'its type must be text, json or image';
    if (isDeeperThan(LIMITS.jsonDepth, data)) return `it nests more than ${LIMITS.jsonDepth} levels deep`;
    const attachment = { type, data: toStorableJson(data) };
    const bytes = measure(attachment);
    if (bytes > room) return 'it is too large';
    attachments.push(attachment);
    room -= bytes;
    return undefined;
  }

  (report.attachments || []).forEach((candidate, index) => {
    const problem = addAttachment(candidate);
    if (problem) onDropped(`postMessage: attachment ${index + 1} was left out: ${problem}`);
  });
  return {
    type: 'posted',
    runId,
    at: report.at,
    text,
    ...(report.isTelemetry && { isTelemetry: true }),
    ...(title !== undefined && { title }),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** Returns the bytes of a value as JSON, with a comma. */
export function measure(value: unknown): number {
  return countBytes(JSON.stringify(value)) + 1;
}

function toSendable(text: string): string {
  return cutToBytes(toStorableText(text), LIMITS.postedTextBytes, ' …');
}
