import type { Drover } from '@drover/sdk';
import { formatSelector, parseRule, parseSelector } from './selectors';

const group = { _id: '65f1c0ffee65f1c0ffee65f1', name: 'Shelf 3' };
const drover = {
  deviceGroups: {
    async *iterate() {
      yield group;
    },
  },
} as unknown as Drover;

describe('parseSelector', () => {
  it.each([
    [['all'], { all: true }],
    [['tag=farm', 'brand=Xiaomi'], { tag: 'farm', brand: 'Xiaomi' }],
    [['online', 'version=1.2.2'], { online: true, appVersion: '1.2.2' }],
    [['offline'], { online: false }],
    [['online=false', 'name=a=b'], { online: false, name: 'a=b' }],
    [['group=Shelf 3'], { group: group._id }],
    [[`group=${group._id}`, 'model='], { group: group._id, model: '' }],
  ])('parses %j', async (conditions, selector) => {
    expect(await parseSelector(drover, conditions)).toEqual(selector);
  });

  it.each(['farm', 'tagg=farm', 'online=maybe', 'all=true', 'group='])('rejects %s', async (condition) => {
    await expect(parseSelector(drover, [condition])).rejects.toThrow('Use for example tag=farm');
  });

  it('rejects an unknown group', async () => {
    await expect(parseSelector(drover, ['group=Attic'])).rejects.toThrow("no device group 'Attic'");
  });
});

describe('parseRule', () => {
  it('rejects a group condition', () => {
    expect(parseRule(['tag=farm'])).toEqual({ tag: 'farm' });
    expect(() => parseRule(['group=Shelf 3'])).toThrow('Leave out group=');
  });
});

describe('formatSelector', () => {
  it('formats a selector as the command line takes it', () => {
    expect(formatSelector({ tag: 'farm', online: true })).toBe('tag=farm online');
    expect(formatSelector({ all: true })).toBe('all');
    expect(formatSelector({ group: group._id, appVersion: '2' }, [group as never])).toBe(
      'version=2 group=Shelf 3',
    );
  });
});
