import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@drover/contract/limits';
import type { Attack } from './attack';
import { repeat } from './client';

/** Messages per account at the same time. Each of them causes a delivery for every webhook of the account. */
const loopsPerAccount = 2;

/** Webhooks whose receiver accepts every request and never answers it. */
export const webhooks: Attack = {
  name: 'webhooks',
  title: 'hanging webhooks of seven accounts',
  async prepare({ clients }) {
    const receiver = createServer(() => undefined);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const accounts = clients.slice(0, 7);
    const setAll = async (method: 'POST' | 'DELETE', paths: string[][]) => {
      const created: string[][] = [];
      for (const [index, client] of accounts.entries()) {
        const own: string[] = [];
        for (const path of paths[index]) {
          const answer = await client.prepare<{ _id: string } | undefined>(method, path, {
            url,
            events: 'all',
          });
          if (answer) own.push(`/v1/webhooks/${answer._id}`);
        }
        created.push(own);
      }
      return created;
    };
    const everyPath = accounts.map(() => Array.from({ length: LIMITS.webhooks }, () => '/v1/webhooks'));
    return async (signal) => {
      const created = await setAll('POST', everyPath);
      await repeat(accounts.length * loopsPerAccount, signal, async (loop) => {
        const client = accounts[loop % accounts.length];
        const path = `/v1/message/send?token=${client.neighbour.token}`;
        await client.send({ method: 'POST', path, body: JSON.stringify({ text: 'm' }) }, signal);
      });
      // Their deliveries go with them, so that the next attack starts from an idle server.
      await setAll('DELETE', created);
      receiver.closeAllConnections();
    };
  },
};
