import { LINK_STORE_PATH, StoreReply, type StoreCall } from '@drover/contract';
import type { Answer } from './errors';
import type { TestDevice } from './test-device';
import type { TestServer } from './test-server';

/** Sends a call of a store as an agent does. */
export async function sendCall(
  { url }: Pick<TestServer, 'url'>,
  { token }: Pick<TestDevice, 'token'>,
  call: unknown,
): Promise<Answer> {
  const response = await fetch(`${url}${LINK_STORE_PATH}`, {
    method: 'POST',
    headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
    body: typeof call === 'string' ? call : JSON.stringify(call),
  });
  return { status: response.status, body: await response.json() };
}

/** Sends a call, and returns its reply. */
export async function callStore(
  server: Pick<TestServer, 'url'>,
  device: Pick<TestDevice, 'token'>,
  call: StoreCall,
): Promise<StoreReply> {
  const { status, body } = await sendCall(server, device, call);
  if (status !== 200) throw new Error(`The call was answered with ${status}: ${JSON.stringify(body)}`);
  return StoreReply.parse(body);
}
