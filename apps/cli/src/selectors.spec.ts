import type { Drover } from '@drover/sdk';
import { describeSelector, readRule, readSelector } from './selectors';

const group = { _id: '65f1c0ffee65f1c0ffee65f1', name: 'Shelf 3' };
const drover = { deviceGroups: { list: async () => ({ count: 1, items: [group] }) } } as unknown as Drover;

describe('readSelector', () => {
  it.each([
    [['all'], { all: true }],
    [['tag=farm', 'brand=Xiaomi'], { tag: 'farm', brand: 'Xiaomi' }],
    [['online', 'version=1.2.2'], { online: true, appVersion: '1.2.2' }],
    [['offline'], { online: false }],
    [['online=false', 'name=a=b'], { online: false, name: 'a=b' }],
    [['group=Shelf 3'], { group: group._id }],
    [[`group=${group._id}`, 'model='], { group: group._id, model: '' }],
  ])('%j is understood', async (conditions, selector) => {
    expect(await readSelector(drover, conditions)).toEqual(selector);
  });

  it.each(['farm', 'tagg=farm', 'online=maybe', 'all=true', 'group='])('%s is refused', async (condition) => {
    await expect(readSelector(drover, [condition])).rejects.toThrow('write it like tag=farm');
  });

  it('refuses a group that is not there', async () => {
    await expect(readSelector(drover, ['group=Attic'])).rejects.toThrow("no device group 'Attic'");
  });
});

describe('readRule', () => {
  it('takes no group', () => {
    expect(readRule(['tag=farm'])).toEqual({ tag: 'farm' });
    expect(() => readRule(['group=Shelf 3'])).toThrow('leave out group=');
  });
});

describe('describeSelector', () => {
  it('says it as the command line does', () => {
    expect(describeSelector({ tag: 'farm', online: true })).toBe('tag=farm online');
    expect(describeSelector({ all: true })).toBe('all');
    expect(describeSelector({ group: group._id, appVersion: '2' }, [group as never])).toBe(
      'version=2 group=Shelf 3',
    );
  });
});
