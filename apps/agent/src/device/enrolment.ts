import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Credential } from './credential';
import { describeMachine } from './machine';

/** Milliseconds to wait for the server's response. */
const enrolmentTimeoutMs = 30_000;

const Enrolled = z.object({ device: z.object({ _id: z.string(), name: z.string() }), token: z.string() });
const Refusal = z.object({ message: z.string() });

/** The server refused the enrolment. The message is the server's own, if it sent one. */
export class EnrolmentError extends Error {
  constructor(
    message: string,
    readonly status?: number,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

interface EnrolmentRequest {
  server: string;
  key: string;
  name?: string;
}

/** Seconds before the next attempt if the server asks to retry without saying when. */
const retrySeconds = 2;

/** Whether the server is busy or partly unavailable, so that a retry can succeed. */
const isTemporary = ({ status }: EnrolmentError) => status === 429 || status === 503;

/**
 * Exchanges an enrolment key for a credential. While the server is busy, waits for as long as it asks and tries again;
 * the key's expiry bounds the attempts.
 */
export async function enrol(
  request: EnrolmentRequest,
  onRetry: (error: EnrolmentError, seconds: number) => void = () => undefined,
): Promise<Credential> {
  for (;;) {
    try {
      return await tryToEnrol(request);
    } catch (error) {
      if (!(error instanceof EnrolmentError) || !isTemporary(error)) throw error;
      const seconds = error.retryAfterSeconds ?? retrySeconds;
      onRetry(error, seconds);
      // Random, so that the devices of a busy server do not retry at the same time.
      await delay((seconds + Math.random()) * 1000);
    }
  }
}

async function tryToEnrol(request: EnrolmentRequest): Promise<Credential> {
  const server = normalizeServerUrl(request.server);
  const { key, name } = request;
  const response = await fetch(`${server}/v1/enrolments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, name, ...describeMachine() }),
    signal: AbortSignal.timeout(enrolmentTimeoutMs),
  }).catch((error: Error) => {
    throw new EnrolmentError(`${server} is not reachable: ${describeCause(error)}`);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status !== 201) throw toEnrolmentError(response, body);
  const enrolled = Enrolled.safeParse(body);
  if (!enrolled.success)
    throw new EnrolmentError(`${server} did not respond like a Drover server. Check the address.`);
  const { device, token } = enrolled.data;
  return { server, deviceId: device._id, name: device.name, token };
}

/** Returns the server's URL without a trailing slash. */
export function normalizeServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new EnrolmentError(`'${text}' is not a server URL. Use a form such as http://127.0.0.1:3000.`);
  }
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

function toEnrolmentError(response: Response, body: unknown): EnrolmentError {
  const refusal = Refusal.safeParse(body);
  const message = refusal.success
    ? refusal.data.message
    : `The server responded with status ${response.status}.`;
  return new EnrolmentError(
    message,
    response.status,
    Number(response.headers.get('retry-after')) || undefined,
  );
}

function describeCause(error: Error): string {
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || String((cause as NodeJS.ErrnoException).code)
    : error.message;
}
