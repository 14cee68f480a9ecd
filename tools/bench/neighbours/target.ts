import type { Drover } from '@drover/sdk';

/** The server that is attacked, and the accounts that attack it. */
export interface Target {
  url: string;
  neighbours: Neighbour[];
}

/** An account with a token. Its requests come from an address of its own, as behind a proxy. */
export interface Neighbour {
  token: string;
  address: string;
}

const password = 'a password of a neighbour';

/** Creates an account through the interface, as an administrator. */
export async function createNeighbour(
  { url, drover }: { url: string; drover: Drover },
  index: number,
): Promise<Neighbour> {
  const email = `account-${index}@example.org`;
  const address = `198.51.100.${index + 1}`;
  await drover.accounts.create({ email, password });
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': address };
  const post = async (path: string, body: object, cookie = '') => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const session = await post('/v1/sessions', { email, password });
  const cookie = session.headers.getSetCookie().map((line) => line.split(';')[0]);
  const created = await post('/v1/tokens', { name: 'bench' }, cookie.join('; '));
  const { token } = (await created.json()) as { token: string };
  return { token, address };
}
