import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@drover/contract/limits';
import type { Attack } from './attack';
import { repeat, type Client } from './client';

/** Messages per account at the same time. Each of them causes a delivery for every webhook of the account. */
const loopsPerAccount = 4;

/** Webhooks whose receiver accepts every request and never answers it. */
export const webhooks: Attack = {
  name: 'webhooks',
  title: 'hanging webhooks of seven accounts',
  async prepare({ clients }) {
    const receiver = createServer(() => undefined);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const accounts = clients.slice(0, 7);
    const renewAll = () => Promise.all(accounts.map((client) => renewWebhooks(client, url)));
    await renewAll();
    return async (signal) => {
      await repeat(accounts.length * loopsPerAccount, signal, async (loop) => {
        const client = accounts[loop % accounts.length];
        const path = `/v1/message/send?token=${client.neighbour.token}`;
        await client.send({ method: 'POST', path, body: JSON.stringify({ text: 'm' }) }, signal);
      });
      // The waiting deliveries go with their webhooks, so that the next attack starts from an idle server.
      await renewAll();
      receiver.closeAllConnections();
    };
  },
};

/** Replaces the webhooks of an account by as many as it may have. */
async function renewWebhooks(client: Client, url: string): Promise<void> {
  const { items } = await client.prepare<{ items: { _id: string }[] }>('GET', '/v1/webhooks');
  for (const { _id } of items) await client.prepare('DELETE', `/v1/webhooks/${_id}`);
  for (let made = 0; made < LIMITS.webhooks; made += 1) {
    await client.prepare('POST', '/v1/webhooks', { url, events: 'all' });
  }
}
