import type { Credential } from './credential';
import { describePhone } from './phone';

/** How long to wait before the next attempt, which may succeed. */
export interface Retry {
  retryAfterMs: number;
}

/** Used if the server does not say how long to wait. */
const defaultRetryMs = 5000;

/** Exchanges an enrolment key for a credential. */
export function enrol(server: string, key: string): Credential | Retry {
  let response: AppResponse;
  try {
    response = http.postJson(`${server}/v1/enrolments`, { ...describePhone(), key });
  } catch (error) {
    console.warn(`drover: ${server} is not reachable: ${String(error)}`);
    return { retryAfterMs: defaultRetryMs };
  }
  const status = Number(response.statusCode);
  if (status === 429 || status >= 500) return { retryAfterMs: readRetryAfter(response) };
  const body = JSON.parse(String(response.body.string())) as {
    token: string;
    device: { _id: string; name: string };
    message: string;
  };
  if (status === 201) {
    return { server, token: body.token, deviceId: body.device._id, name: body.device.name };
  }
  throw new Error(body.message);
}

function readRetryAfter({ headers = {} }: AppResponse): number {
  // A text of the app is a Java object.
  const seconds = Number(String(headers['Retry-After'] || headers['retry-after']));
  return seconds > 0 ? seconds * 1000 : defaultRetryMs;
}
