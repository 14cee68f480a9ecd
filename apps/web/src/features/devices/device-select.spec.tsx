/** @jest-environment ./src/testing/browser.environment.cjs */
import { screen } from '@testing-library/react';
import { createDevice, pageOf } from '../../testing/fixtures';
import { renderPage, setUpServer } from '../../testing/render-page';
import { DeviceSelect } from './device-select';

const wanted = createDevice(1, { name: 'sim-1' });
const others = Array.from({ length: 30 }, (_, index) => createDevice(10 + index, { name: `sim-1${index}` }));

const server = setUpServer((fake) =>
  fake.on('GET /v1/devices', ({ query }: { query: URLSearchParams }) =>
    query.has('exactName') ? pageOf(wanted) : { ...pageOf(...others), nextCursor: others[29]._id },
  ),
);

describe('the filter by device', () => {
  it('finds the device with exactly the name, which newer devices contain', async () => {
    const onChange = jest.fn();
    const { user } = await renderPage(<DeviceSelect value="" onChange={onChange} />, { texts: ['filters'] });
    await user.type(screen.getByRole('combobox', { name: 'Device' }), 'SIM-1');
    const option = await screen.findByRole('option', { name: 'sim-1' });
    expect(screen.getAllByRole('option')[0]).toBe(option);
    await user.click(option);
    expect(onChange).toHaveBeenCalledWith(wanted._id);
  });

  it('chooses the first device by Enter, also if it arrives later than the text', async () => {
    const onChange = jest.fn();
    const { user } = await renderPage(<DeviceSelect value="" onChange={onChange} />, { texts: ['filters'] });
    await user.type(screen.getByRole('combobox', { name: 'Device' }), 'sim-1');
    await screen.findByRole('option', { name: 'sim-1' });
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledWith(wanted._id);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('asks once if all devices that contain the name are there', async () => {
    server.current.on('GET /v1/devices', pageOf(...others.slice(0, 3)));
    const { user } = await renderPage(<DeviceSelect value="" onChange={jest.fn()} />, { texts: ['filters'] });
    await user.type(screen.getByRole('combobox', { name: 'Device' }), 'sim-1');
    await screen.findByRole('option', { name: 'sim-12' });
    expect(server.current.requests.filter(({ query }) => query.has('exactName'))).toEqual([]);
  });
});
