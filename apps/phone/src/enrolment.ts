import type { Credential } from './credential';
import { describePhone } from './phone';

/** Exchanges an enrolment key for a credential. Returns undefined if a later attempt may succeed. */
export function enrol(server: string, key: string): Credential | undefined {
  let response: AppResponse;
  try {
    response = http.postJson(`${server}/v1/enrolments`, { ...describePhone(), key });
  } catch (error) {
    console.warn(`drover: ${server} is not reachable: ${String(error)}`);
    return undefined;
  }
  const status = Number(response.statusCode);
  const body = JSON.parse(String(response.body.string())) as {
    token: string;
    device: { _id: string; name: string };
    message: string;
  };
  if (status === 201) {
    return { server, token: body.token, deviceId: body.device._id, name: body.device.name };
  }
  if (status === 429 || status >= 500) return undefined;
  throw new Error(body.message);
}
