import type { Device } from '@drover/sdk';
import { chooseDevices, valuesOf, type DeviceView } from './device-filter';

const device = (name: string, more: Partial<Device> = {}): Device => ({
  _id: name.padEnd(24, '0'),
  name,
  online: false,
  tags: [],
  brand: 'Acme',
  model: 'One',
  appVersion: '1.2.2',
  platform: 'linux',
  lastSeenAt: null,
  createdAt: '2026-01-31T00:00:00.000Z',
  ...more,
});
const all: DeviceView = { search: '', state: 'all', tag: '', brand: '', version: '', group: '' };
const fleet = [
  device('box 10'),
  device('box 9'),
  device('phone', { online: true, brand: 'Xiaomi', tags: ['lab'] }),
];
const namesIn = (view: Partial<DeviceView>) =>
  chooseDevices(fleet, { ...all, ...view }).map(({ name }) => name);

describe('chooseDevices', () => {
  it('puts what is online first, then goes by name, with numbers as numbers', () => {
    expect(namesIn({})).toEqual(['phone', 'box 9', 'box 10']);
  });

  it('finds every word, anywhere, without regard to case', () => {
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

describe('valuesOf', () => {
  it('gives each value once', () => {
    expect(valuesOf(fleet, ({ brand }) => brand)).toEqual(['Acme', 'Xiaomi']);
    expect(valuesOf(fleet, ({ tags }) => tags[0])).toEqual(['lab']);
  });
});
