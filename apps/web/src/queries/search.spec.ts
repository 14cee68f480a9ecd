/** @jest-environment ./src/testing/browser.environment.cjs */
import { queryClient } from '../lib/query-client';
import { createDevice, createJob, pageOf } from '../testing/fixtures';
import { setUpServer } from '../testing/render-page';
import { searchQuery } from './search';

const { vars: _vars, ...job } = createJob();
const device = createDevice(1, { name: 'nightly' });

const server = setUpServer((fake) => {
  for (const path of ['devices', 'devscripts', 'scripts', 'presets', 'schedules', 'jobs']) {
    fake.on(`GET /v1/${path}`, pageOf());
  }
});

describe('searchQuery', () => {
  it('has the server search all jobs by name', async () => {
    server.current.on('GET /v1/jobs', ({ query }: { query: URLSearchParams }) =>
      pageOf(...(query.get('name') === 'nightly' ? [job] : [])),
    );
    expect((await queryClient.fetchQuery(searchQuery('nightly'))).jobs).toEqual([job]);
  });

  it('puts the device with exactly the name first', async () => {
    const others = [createDevice(2, { name: 'nightly 2' }), createDevice(3, { name: 'nightly 3' })];
    server.current.on('GET /v1/devices', pageOf(...others, device));
    expect((await queryClient.fetchQuery(searchQuery('Nightly'))).devices).toEqual([device, ...others]);
  });
});
