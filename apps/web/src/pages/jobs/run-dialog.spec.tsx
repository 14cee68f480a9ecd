/** @jest-environment ./src/testing/browser.environment.cjs */
import type { CreateJob, Device, DeviceGroup } from '@drover/sdk';
import { screen, waitFor, within } from '@testing-library/react';
import { ErrorReply } from '../../testing/fake-server';
import { createDevice, createId, createJob, pageOf } from '../../testing/fixtures';
import { findPage, pickOption, renderPage, setUpServer } from '../../testing/render-page';
import { RunDialog } from './run-dialog';

const shelf = createDevice(1, { name: 'Shelf 1', tags: ['farm'] });
const desk = createDevice(2, { name: 'Desk', online: false, brand: 'Xiaomi' });
const group: DeviceGroup = {
  _id: createId(400),
  name: 'Lab',
  devices: [desk._id],
  rule: null,
  deviceCount: 1,
  createdAt: '2026-01-31T08:00:00.000Z',
};
const runnable = { kind: 'devscript', id: createId(100), name: 'Nightly check' } as const;
const job = createJob();

const server = setUpServer((fake) =>
  fake
    .on('GET /v1/devices', pageOf(shelf, desk))
    .on('GET /v1/device-groups', pageOf(group))
    .on('GET /v1/devscripts/:devscriptId/files', pageOf())
    .on('GET /v1/devscripts/:devscriptId/values', {})
    .on('POST /v1/jobs', job),
);

async function openDialog(defaults?: Parameters<typeof RunDialog>[0]['defaults']) {
  const onClose = jest.fn();
  const page = await renderPage(<RunDialog {...{ runnable, defaults, onClose }} />, {
    texts: ['run-dialog', 'device-choice'],
  });
  await screen.findByRole('button', { name: 'Cancel' });
  return { ...page, onClose };
}

const requestFor = (...devices: Device[]): CreateJob => ({
  scriptId: runnable.id,
  devices: devices.map(({ _id, name }) => ({ _id, name })),
  vars: {},
  deliverWithin: 86_400,
});
const sentJobs = () => server.current.bodiesOf('POST /v1/jobs');
const runButton = (name: string | RegExp = /^Run/) => screen.getByRole('button', { name });

describe('RunDialog', () => {
  it('runs the script on the picked devices, closes and opens the job', async () => {
    const { user, onClose } = await openDialog();
    expect(runButton('Run')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('checkbox', { name: 'Shelf 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Desk' }));
    await user.click(runButton('Run on 2 devices'));
    await findPage(`/jobs/${job._id}`);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(sentJobs()).toEqual([requestFor(shelf, desk)]);
  });

  it('picks all online devices, and all with a tag', async () => {
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'All online' }));
    expect(screen.getByRole('checkbox', { name: 'Shelf 1' })).toHaveProperty('checked', true);
    expect(screen.getByRole('checkbox', { name: 'Desk' })).toHaveProperty('checked', false);
    await user.click(screen.getByRole('button', { name: 'None' }));
    expect(screen.getByText('0 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'farm' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('asks once before it runs on more than 10 devices', async () => {
    const many = Array.from({ length: 11 }, (_, index) => createDevice(index + 10));
    server.current.on('GET /v1/devices', pageOf(...many));
    const { user, onClose } = await openDialog({ deviceIds: many.map(({ _id }) => _id) });
    await user.click(runButton('Run on 11 devices'));
    await screen.findByRole('dialog', { name: 'Run on 11 devices?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Run on 11 devices?' })).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect(sentJobs()).toEqual([]);
    await user.click(runButton('Run on 11 devices'));
    const dialog = await screen.findByRole('dialog', { name: 'Run on 11 devices?' });
    await user.click(within(dialog).getByRole('button', { name: 'Run' }));
    await findPage(`/jobs/${job._id}`);
    expect(sentJobs()).toHaveLength(1);
  });

  it('tells how many of the picked devices are offline', async () => {
    const { user } = await openDialog();
    await user.click(screen.getByRole('checkbox', { name: 'Shelf 1' }));
    expect(screen.queryByText(/offline/)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Desk' }));
    expect(screen.getByText(/^1 of them is offline\./)).toBeTruthy();
  });

  it('sends a rule instead of devices', async () => {
    const { user } = await openDialog();
    await user.click(screen.getByRole('radio', { name: 'Match a rule' }));
    expect(screen.getByText('Set at least one condition.')).toBeTruthy();
    expect(runButton('Run')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('checkbox', { name: 'All devices, including future ones' }));
    expect(screen.getByText(/^2 devices match now:/)).toBeTruthy();
    await pickOption(user, 'Brand', 'Xiaomi');
    await pickOption(user, 'Group', 'Lab');
    await pickOption(user, 'State', 'Offline');
    expect(screen.getByText(/^1 device matches now:/).textContent).toContain('Desk');
    await user.click(runButton('Run on 1 device'));
    await findPage(`/jobs/${job._id}`);
    const { devices: _devices, ...request } = requestFor();
    expect(sentJobs()).toEqual([
      { ...request, selector: { brand: 'Xiaomi', group: group._id, online: false } },
    ]);
  });

  it('sends deadlines, waves and retries', async () => {
    const { user } = await openDialog();
    await user.click(screen.getByRole('checkbox', { name: 'Shelf 1' }));
    await pickOption(user, 'Deliver within', '1 hr');
    await pickOption(user, 'Time limit', '5 min');
    await user.click(screen.getByText('Rollout and retries'));
    await pickOption(user, 'Rollout', 'In waves');
    const waves = screen.getByRole('textbox', { name: 'Waves' });
    await user.clear(waves);
    await user.type(waves, '5, 50');
    const attempts = screen.getByRole('textbox', { name: 'Attempts' });
    await user.clear(attempts);
    await user.type(attempts, '3');
    await user.click(runButton('Run on 1 device'));
    await findPage(`/jobs/${job._id}`);
    expect(sentJobs()).toEqual([
      {
        ...requestFor(shelf),
        deliverWithin: 3600,
        timeout: 300,
        rollout: { waves: [5, 50], stopAfterFailedPercent: 20 },
        retry: { attempts: 3, delaySeconds: 60 },
      },
    ]);
  });

  it('sends a rollout by devices per minute without a failure limit', async () => {
    const { user } = await openDialog();
    await user.click(screen.getByRole('checkbox', { name: 'Shelf 1' }));
    await user.click(screen.getByText('Rollout and retries'));
    await pickOption(user, 'Rollout', 'Devices per minute');
    await user.clear(screen.getByRole('textbox', { name: 'Stop when more than this percentage fails' }));
    await user.click(runButton('Run on 1 device'));
    await findPage(`/jobs/${job._id}`);
    expect(sentJobs()).toEqual([{ ...requestFor(shelf), rollout: { perMinute: 60 } }]);
  });

  it('starts with the devices, options and inputs of an earlier job', async () => {
    const { user } = await openDialog({
      deviceIds: [desk._id, createId(999)],
      timeout: 45,
      rollout: { waves: [10], stopAfterFailedPercent: 0 },
      retry: { attempts: 2, delaySeconds: 30 },
      vars: { city: 'Dali' },
    });
    await user.click(runButton('Run on 1 device'));
    await findPage(`/jobs/${job._id}`);
    expect(sentJobs()).toEqual([
      {
        ...requestFor(desk),
        timeout: 45,
        rollout: { waves: [10], stopAfterFailedPercent: 0 },
        retry: { attempts: 2, delaySeconds: 30 },
        vars: { city: 'Dali' },
      },
    ]);
  });

  it('saves the form as a preset without running it', async () => {
    server.current.on('POST /v1/presets', {
      ...requestFor(shelf),
      _id: createId(500),
      name: 'Morning',
      scriptName: runnable.name,
      createdAt: '2026-01-31T08:00:00.000Z',
    });
    const { user, onClose } = await openDialog();
    await user.click(screen.getByRole('checkbox', { name: 'Shelf 1' }));
    await user.click(screen.getByRole('button', { name: 'Save as preset' }));
    await user.type(screen.getByRole('textbox', { name: 'Preset name' }), 'Morning{Enter}');
    await screen.findByText('Preset Morning saved');
    expect(server.current.bodiesOf('POST /v1/presets')).toEqual([{ ...requestFor(shelf), name: 'Morning' }]);
    expect(sentJobs()).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('starts with the devices, values and time limit of a preset', async () => {
    server.current.on('GET /v1/presets/:presetId', {
      ...{ ...requestFor(desk), vars: { city: '大理' }, timeout: 300 },
      ...{ _id: createId(500), name: 'Morning', scriptName: runnable.name },
      createdAt: '2026-01-31T08:00:00.000Z',
    });
    const { user } = await renderPage(
      <RunDialog runnable={runnable} presetId={createId(500)} onClose={() => undefined} />,
      { texts: ['run-dialog', 'device-choice'] },
    );
    await user.click(await screen.findByRole('button', { name: 'Run on 1 device' }));
    await findPage(`/jobs/${job._id}`);
    expect(sentJobs()).toEqual([{ ...requestFor(desk), vars: { city: '大理' }, timeout: 300 }]);
  });

  it('shows no form if the preset cannot be loaded', async () => {
    server.current.on('GET /v1/presets/:presetId', new ErrorReply(404, 1030, 'Not found.'));
    await renderPage(<RunDialog runnable={runnable} presetId={createId(500)} onClose={() => undefined} />, {
      texts: ['run-dialog', 'device-choice'],
    });
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('button', { name: 'Run' })).toBeNull();
  });

  it('shows the error of the API and keeps the form', async () => {
    server.current.on('POST /v1/jobs', new ErrorReply(404, 1030, 'Not found.'));
    const { user, onClose } = await openDialog();
    await user.click(screen.getByRole('checkbox', { name: 'Shelf 1' }));
    await user.click(runButton('Run on 1 device'));
    const dialog = screen.getByRole('dialog');
    expect((await within(dialog).findByRole('alert')).textContent).not.toBe('');
    expect(screen.getByRole('checkbox', { name: 'Shelf 1' })).toHaveProperty('checked', true);
    server.current.on('POST /v1/jobs', job);
    await user.click(runButton('Run on 1 device'));
    await findPage(`/jobs/${job._id}`);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('loads again after an error', async () => {
    server.current.on('GET /v1/devscripts/:devscriptId/values', new ErrorReply(403, 1050, 'Forbidden.'));
    const { user } = await renderPage(<RunDialog runnable={runnable} onClose={() => undefined} />, {
      texts: ['run-dialog', 'device-choice'],
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.current.on('GET /v1/devscripts/:devscriptId/values', {});
    await user.click(retry);
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Desk' })).toBeTruthy());
  });

  it('needs a device', async () => {
    server.current.on('GET /v1/devices', pageOf());
    await openDialog();
    expect(screen.getByText('No devices yet. Add one first.')).toBeTruthy();
    expect(runButton('Run')).toHaveProperty('disabled', true);
  });
});
