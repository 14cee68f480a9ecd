import type { Device } from '@drover/sdk';
import { type DeviceFilter, filterDevices, getDistinctValues } from './device-filter';

const device = (name: string, more: Partial<Device> = {}): Device => ({
  _id: name.padEnd(24, '0'),
  name,
  online: false,
  tags: [],
  brand: 'Acme',
  model: 'One',
  appVersion: '1.2.2',
  platform: 'linux',
  isolation: 'none',
  lastSeenAt: null,
  createdAt: '2026-01-31T00:00:00.000Z',
  ...more,
});
const all: DeviceFilter = { search: '', state: 'all', tag: '', brand: '', version: '', group: '' };
const fleet = [
  device('box 10'),
  device('box 9'),
  device('phone', { online: true, brand: 'Xiaomi', tags: ['lab'] }),
];
const namesIn = (view: Partial<DeviceFilter>) =>
  filterDevices(fleet, { ...all, ...view }).map(({ name }) => name);

describe('filterDevices', () => {
  it('sorts online devices first, then by name with numbers in numeric order', () => {
    expect(namesIn({})).toEqual(['phone', 'box 9', 'box 10']);
  });

  it('finds devices that contain every word, case-insensitively', () => {
    expect(namesIn({ search: 'XIAO lab' })).toEqual(['phone']);
    expect(namesIn({ search: 'xiaomi box' })).toEqual([]);
  });

  it('filters by state, tag, brand and version', () => {
    expect(namesIn({ state: 'offline' })).toEqual(['box 9', 'box 10']);
    expect(namesIn({ tag: 'lab' })).toEqual(['phone']);
    expect(namesIn({ brand: 'Acme' })).toEqual(['box 9', 'box 10']);
    expect(namesIn({ version: '2.0.0' })).toEqual([]);
  });
});

describe('getDistinctValues', () => {
  it('returns each value once', () => {
    expect(getDistinctValues(fleet, ({ brand }) => brand)).toEqual(['Acme', 'Xiaomi']);
    expect(getDistinctValues(fleet, ({ tags }) => tags[0])).toEqual(['lab']);
  });
});
