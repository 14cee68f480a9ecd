import { LIMITS } from '@drover/contract/limits';
import type { Attack, Attackers } from './attack';
import { repeat, type Call } from './client';

/** Requests of one account at the same time. */
const loopsPerAccount = 4;

const keysOfBody = 1_000_000;
const nobody = '0'.repeat(24);

/** As large as a body may be at all. */
const nestedBody = Buffer.from(`{"code":"1","vars":{"a":[${'[],'.repeat(LIMITS.jobBodyBytes / 3 - 20)}[]]}}`);
const manyKeys = Array.from({ length: keysOfBody }, (_, key) => `"k${key}":0`).join();
const varsBody = Buffer.from(`{"scriptId":"${nobody}","devices":[{"_id":"${nobody}"}],"vars":{${manyKeys}}}`);
const selectorBody = Buffer.from(`{"selector":{${manyKeys}}}`);
/** What made a pattern for email addresses try every way to divide it. */
const email = `a@${'a'.repeat(65_536)} `;
const emailBody = JSON.stringify({ email, password: 'a password', currentPassword: 'a password' });

/** Sends the same requests from every account. */
function flood({ clients }: Attackers, calls: Call[]) {
  return (signal: AbortSignal) =>
    repeat(clients.length * loopsPerAccount, signal, async (loop) => {
      const client = clients[loop % clients.length];
      for (const call of calls) await client.send(call, signal);
    });
}

export const emails: Attack = {
  name: 'emails',
  title: 'email addresses of 64 KB',
  prepare: (attackers) =>
    Promise.resolve(
      flood(attackers, [
        { method: 'POST', path: '/v1/accounts', body: emailBody, headers: { authorization: '' } },
        { method: 'PUT', path: '/v1/account', body: emailBody },
      ]),
    ),
};

export const nested: Attack = {
  name: 'nested',
  title: 'bodies of 16 MiB of nested arrays',
  prepare: (attackers) =>
    Promise.resolve(
      flood(attackers, [
        { method: 'POST', path: '/v1/scripts/execute', body: nestedBody },
        { method: 'GET', path: '/v1/devices?limit=1', body: nestedBody },
      ]),
    ),
};

export const vars: Attack = {
  name: 'vars',
  title: '`vars` with 1,000,000 keys',
  prepare: (attackers) =>
    Promise.resolve(flood(attackers, [{ method: 'POST', path: '/v1/jobs', body: varsBody }])),
};

export const selectors: Attack = {
  name: 'selectors',
  title: 'selectors with 1,000,000 unknown keys',
  prepare: (attackers) =>
    Promise.resolve(flood(attackers, [{ method: 'POST', path: '/v1/runs/stop', body: selectorBody }])),
};
