/** @jest-environment ./src/testing/browser.environment.cjs */
import type { AuditEntry } from '@drover/sdk';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createDevice, createId, pageOf } from '../../testing/fixtures';
import { pickOption, renderPage, setUpServer } from '../../testing/render-page';
import { TargetSelect } from './target-select';

const device = createDevice(1, { name: 'Shelf 1' });
const old = { _id: createId(9), name: 'Old name' };

function createEntry(fields: Partial<AuditEntry>): AuditEntry {
  return {
    ...{ _id: createId(50), action: 'device.update', targetId: device._id, targetName: old.name },
    ...{ targetCount: null, tokenId: null, tokenName: null, tokenKind: null, personId: null },
    ...{ personName: null, changes: [], address: '127.0.0.1', requestId: 'r', number: 1, hash: null },
    at: '2026-01-31T08:00:00.000Z',
    ...fields,
  };
}

const server = setUpServer((fake) => {
  for (const path of ['devscripts', 'scripts', 'presets', 'schedules', 'repositories', 'webhooks']) {
    fake.on(`GET /v1/${path}`, pageOf());
  }
  fake.on('GET /v1/device-groups', pageOf()).on('GET /v1/jobs', pageOf());
  fake.on('GET /v1/devices/:deviceId', device).on('GET /v1/audit', pageOf());
});

function Page({ value = '', entries = [] }: { value?: string; entries?: AuditEntry[] }) {
  const [target, setTarget] = useState(value);
  return (
    <>
      <TargetSelect value={target} onChange={setTarget} entries={entries} />
      <output>{target}</output>
    </>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Target' });
const expectText = (text: string) => waitFor(() => expect(field()).toHaveProperty('value', text));

describe('the filter by the record that was changed', () => {
  it('shows the present name of a record without loaded entries', async () => {
    server.current.on('GET /v1/audit', pageOf(createEntry({})));
    await renderPage(<Page value={device._id} />, { texts: ['audit', 'filters'] });
    await expectText('Shelf 1');
  });

  it('shows the present name of a record without any entry', async () => {
    await renderPage(<Page value={device._id} />, { texts: ['audit', 'filters'] });
    await expectText('Shelf 1');
  });

  it('shows the last name of a deleted record', async () => {
    server.current.on('GET /v1/audit', pageOf(createEntry({ action: 'device.remove' })));
    await renderPage(<Page value={device._id} />, { texts: ['audit', 'filters'] });
    await expectText('Old name');
  });

  it('translates the names of jobs without a script', async () => {
    const entry = createEntry({ action: 'job.create', targetName: 'one-off code' });
    await renderPage(<Page value={device._id} entries={[entry]} />, {
      texts: ['audit', 'filters'],
      language: 'zh',
    });
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveProperty('value', '一次性代码'));
  });

  it('finds the device with exactly the name, which others contain', async () => {
    const others = Array.from({ length: 6 }, (_, index) =>
      createDevice(10 + index, { name: `Shelf 1${index}` }),
    );
    server.current.on('GET /v1/devices', ({ query }: { query: URLSearchParams }) =>
      query.has('exactName') ? pageOf(device) : { ...pageOf(...others), nextCursor: others[5]._id },
    );
    const { user } = await renderPage(<Page />, { texts: ['audit', 'filters'] });
    await user.type(field(), 'shelf 1');
    await user.click(await screen.findByRole('option', { name: 'Shelf 1' }));
    expect(screen.getByRole('status').textContent).toBe(device._id);
  });

  it('offers a typed name of a secret', async () => {
    server.current.on('GET /v1/devices', pageOf());
    const { user } = await renderPage(<Page />, { texts: ['audit', 'filters'] });
    await user.type(field(), 'API_KEY');
    await pickOption(user, 'Target', 'API_KEY');
    expect(screen.getByRole('status').textContent).toBe('API_KEY');
  });
});
