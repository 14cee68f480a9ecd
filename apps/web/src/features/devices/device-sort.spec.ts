import { createDevice, createRun } from '../../testing/fixtures';
import { nextSort, parseSort, sortDevices } from './device-sort';

const fleet = [
  createDevice(1, {
    _id: 'a',
    name: 'box 10',
    online: false,
    lastSeenAt: '2026-01-02T00:00:00.000Z',
    appVersion: '2.0.0',
  }),
  createDevice(2, {
    _id: 'b',
    name: 'box 9',
    online: true,
    lastSeenAt: '2026-01-01T00:00:00.000Z',
    appVersion: '1.10.0',
  }),
  createDevice(3, { _id: 'c', name: 'box 1', online: false, lastSeenAt: null, appVersion: '1.9.0' }),
];
const runs = new Map([
  ['a', createRun({ deviceId: 'a', createdAt: '2026-01-01T00:00:00.000Z' })],
  ['c', createRun({ deviceId: 'c', createdAt: '2026-01-03T00:00:00.000Z' })],
]);
const namesBy = (text: string) => sortDevices(fleet, parseSort(text), runs).map(({ name }) => name);

describe('sortDevices', () => {
  it.each([
    ['name', ['box 1', 'box 9', 'box 10']],
    ['-name', ['box 10', 'box 9', 'box 1']],
    ['state', ['box 9', 'box 1', 'box 10']],
    ['-lastSeen', ['box 9', 'box 10', 'box 1']],
    ['lastSeen', ['box 10', 'box 9', 'box 1']],
    ['version', ['box 1', 'box 9', 'box 10']],
    ['-lastRun', ['box 1', 'box 10', 'box 9']],
    ['lastRun', ['box 10', 'box 1', 'box 9']],
    ['', ['box 10', 'box 9', 'box 1']],
    ['unknown', ['box 10', 'box 9', 'box 1']],
  ])('sorts by "%s"', (sort, names) => {
    expect(namesBy(sort)).toEqual(names);
  });
});

describe('nextSort', () => {
  it('goes from ascending to descending to none', () => {
    expect(nextSort(undefined, 'name')).toBe('name');
    expect(nextSort(parseSort('name'), 'name')).toBe('-name');
    expect(nextSort(parseSort('-name'), 'name')).toBe('');
    expect(nextSort(parseSort('-name'), 'state')).toBe('state');
  });
});
