import { LINK_CREDENTIAL_PATH } from '@drover/contract/link';
import type { Credential } from './credential';

const timeoutMs = 10_000;

/** Withdraws a device token at its server. Returns why that failed, or nothing. A token that is unknown there is withdrawn. */
export async function withdrawCredential({ server, token }: Credential): Promise<string | undefined> {
  try {
    const { status } = await fetch(server + LINK_CREDENTIAL_PATH, {
      method: 'DELETE',
      headers: { authorization: `token ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return status === 204 || status === 401 ? undefined : `${server} responded with ${status}`;
  } catch {
    return `${server} is not reachable`;
  }
}
