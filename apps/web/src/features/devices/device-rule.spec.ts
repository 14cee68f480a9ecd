import type { Device, DeviceGroup, DeviceSelector } from '@drover/sdk';
import { buildSelector, isEmptySelector, selectDevices } from './device-rule';

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
const fleet = [
  device('Shelf 1', { brand: 'Xiaomi', tags: ['Farm'], online: true }),
  device('Shelf 2', { brand: 'Xiaomi', tags: ['farm'] }),
  device('Desk'),
];
const group = (fields: Partial<DeviceGroup>): DeviceGroup => ({
  _id: 'group',
  name: 'Group',
  devices: null,
  rule: null,
  deviceCount: 0,
  createdAt: '2026-01-31T00:00:00.000Z',
  ...fields,
});
const namesOf = (selector: DeviceSelector, groups: DeviceGroup[] = []) =>
  selectDevices(fleet, selector, groups).map(({ name }) => name);

describe('selectDevices', () => {
  it.each<[DeviceSelector, string[]]>([
    [{ all: true }, ['Shelf 1', 'Shelf 2', 'Desk']],
    [{ tag: 'FARM' }, ['Shelf 1', 'Shelf 2']],
    [{ brand: 'xiaomi', online: false }, ['Shelf 2']],
    [{ name: 'SHELF', brand: 'acme' }, []],
    [{ model: 'one', appVersion: '1.2.2', name: 'k' }, ['Desk']],
  ])('%j selects the same devices as the API', (selector, names) => {
    expect(namesOf(selector)).toEqual(names);
  });

  it('selects the devices of a group with a list or a rule', () => {
    const listed = group({ devices: [fleet[0]._id, fleet[2]._id] });
    expect(namesOf({ group: 'group' }, [listed])).toEqual(['Shelf 1', 'Desk']);
    expect(namesOf({ group: 'group', tag: 'farm' }, [listed])).toEqual(['Shelf 1']);
    expect(namesOf({ group: 'group', online: true }, [group({ rule: { tag: 'farm' } })])).toEqual([
      'Shelf 1',
    ]);
    expect(namesOf({ group: 'gone' }, [listed])).toEqual([]);
  });
});

describe('buildSelector', () => {
  it('keeps conditions that are set, and is empty without any', () => {
    expect(buildSelector({ all: true, tag: 'farm', brand: '', online: false })).toEqual({
      tag: 'farm',
      online: false,
    });
    expect(buildSelector({ tag: undefined })).toEqual({});
    expect(isEmptySelector(buildSelector({ tag: '' }))).toBe(true);
    expect(isEmptySelector({ all: true })).toBe(false);
  });
});
