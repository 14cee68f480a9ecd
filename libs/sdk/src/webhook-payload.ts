import type { Approval } from './approvals';
import type { Device } from './devices';
import type { Job } from './jobs';
import type { Message } from './messages';
import type { Run } from './runs';
import type { Occurrence } from './schedules';
import type { Script } from './scripts';

/** Properties of every payload. */
export interface WebhookPayloadOf<Type extends string, Data> {
  type: Type;
  /** When the event happened. */
  timestamp: string;
  /** The record at the time of the event. */
  data: Data;
}

/** An occurrence, and its schedule. */
export interface MissedOccurrence extends Occurrence {
  scheduleId: string;
}

/** A run that has ended. */
export interface FinishedRun extends Run {
  /** What its script left as its result, if that has at most 8192 bytes. */
  result?: unknown;
}

/** The body of a request to a webhook, discriminated by `type`. */
export type WebhookPayload =
  | WebhookPayloadOf<'run.finished', FinishedRun>
  | WebhookPayloadOf<'job.finished', Job>
  | WebhookPayloadOf<'device.online' | 'device.offline' | 'device.enrolled', Device>
  | WebhookPayloadOf<'message.created', Message>
  | WebhookPayloadOf<'script.published', Script>
  | WebhookPayloadOf<'schedule.missed', MissedOccurrence>
  | WebhookPayloadOf<'approval.requested' | 'approval.closed', Approval>
  | WebhookPayloadOf<'webhook.test', { webhookId: string }>;

/** Headers of a request: an object, as Node and Express have them, or the `Headers` of `fetch`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** The signature of a request is missing, wrong or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  /** Used by `JSON.stringify`. */
  toJSON() {
    return { name: this.name, message: this.message };
  }
}

/** Difference between the clocks of server and receiver that is accepted, and the longest age of a request. */
const toleranceSeconds = 5 * 60;

/** Verifies a request in the format of Standard Webhooks. */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookPayload> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) {
    throw new WebhookVerificationError(
      'The headers webhook-id, webhook-timestamp and webhook-signature are required.',
    );
  }
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError('The timestamp of the request is too old, or too far in the future.');
  }
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const key = await importKey(secret);
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',', 2);
    const bytes = version === 'v1' ? decodeBase64(text) : undefined;
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
      return JSON.parse(new TextDecoder().decode(body)) as WebhookPayload;
    }
  }
  throw new WebhookVerificationError('No signature of the request matches the secret.');
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function importKey(secret: string) {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new TypeError('The secret must be whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
