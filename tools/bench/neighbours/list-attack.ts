import { LIMITS } from '@drover/contract/limits';
import type { Attack } from './attack';
import { repeat, type Client } from './client';
import { enrolDevices } from './hostile-device';

const jobsMax = 400;
const readers = 8;

/** Lists of own records with `vars` that are as large as they may be. */
export const lists: Attack = {
  name: 'lists',
  title: 'lists of records with `vars` of 256 KB',
  async prepare({ clients, scale }) {
    const client = clients[0];
    await createRecords(client, Math.ceil(jobsMax * scale));
    const paths = [
      '/v1/jobs',
      `/v1/jobs?limit=${LIMITS.pageItems}`,
      '/v1/presets',
      '/v1/schedules',
      '/v1/runs',
    ];
    return (signal) =>
      repeat(readers, signal, async () => {
        for (const path of paths) await client.send({ method: 'GET', path }, signal);
      });
  },
};

async function createRecords(client: Client, jobs: number): Promise<void> {
  const [device] = await enrolDevices(client, 1);
  const request = {
    code: '1',
    devices: [{ _id: device.deviceId }],
    vars: { text: 'v'.repeat(LIMITS.varsBytes - 100) },
  };
  for (let made = 0; made < jobs; made += 1) await client.prepare('POST', '/v1/jobs', request);
  const presets = Math.min(jobs, LIMITS.presets);
  for (let made = 0; made < presets; made += 1) {
    await client.prepare('POST', '/v1/presets', { ...request, name: `preset ${made}` });
  }
}
