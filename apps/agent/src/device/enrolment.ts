import { z } from 'zod';
import type { Credential } from './credential';
import { describeMachine } from './machine';

/** Milliseconds that the server has for its answer. */
const enrolmentTimeoutMs = 30_000;

const Enrolled = z.object({ device: z.object({ _id: z.string(), name: z.string() }), token: z.string() });
const Refusal = z.object({ message: z.string() });

/** The server did not let the device in; the message is the server's own. */
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

/** Trades an enrolment key for a credential. */
export async function enrol(request: EnrolmentRequest): Promise<Credential> {
  const server = serverAddress(request.server);
  const { key, name } = request;
  const response = await fetch(`${server}/v1/enrolments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, name, ...describeMachine() }),
    signal: AbortSignal.timeout(enrolmentTimeoutMs),
  }).catch((error: Error) => {
    throw new EnrolmentError(`${server} does not answer: ${causeOf(error)}`);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status !== 201) throw refusal(response, body);
  const enrolled = Enrolled.safeParse(body);
  if (!enrolled.success) throw new EnrolmentError(`${server} does not answer like a Drover server.`);
  const { device, token } = enrolled.data;
  return { server, deviceId: device._id, name: device.name, token };
}

/** The server's address without a slash at its end. */
export function serverAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new EnrolmentError(`'${text}' is not the address of a server: write it like http://127.0.0.1:3000`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function refusal(response: Response, body: unknown): EnrolmentError {
  const told = Refusal.safeParse(body);
  const message = told.success ? told.data.message : `The server answered ${response.status}.`;
  return new EnrolmentError(
    message,
    response.status,
    Number(response.headers.get('retry-after')) || undefined,
  );
}

function causeOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || String((cause as NodeJS.ErrnoException).code)
    : error.message;
}
