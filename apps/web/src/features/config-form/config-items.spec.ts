import { getInitialValues, parseConfigItems, toVars } from './config-items';

const items = [
  { name: 'city', type: 'text' as const, value: 'Dali' },
  { name: 'rounds', type: 'number' as const, default: 3 },
  { name: 'note' },
];

describe('parseConfigItems', () => {
  it('returns valid fields', () => {
    expect(parseConfigItems(items)).toEqual({ items, problems: [] });
  });

  it('reports invalid items by position', () => {
    const config = [
      1,
      {},
      { name: 'a' },
      { name: 'a' },
      { name: 'b', type: 'colour' },
      { name: 'c', type: 'select' },
    ];
    const { items: kept, problems } = parseConfigItems(config);
    expect(kept).toEqual([{ name: 'a' }]);
    expect(problems.map(({ position, kind }) => [position, kind])).toEqual([
      [1, 'notObject'],
      [2, 'noName'],
      [4, 'sameName'],
      [5, 'unknownType'],
      [6, 'noOptions'],
    ]);
  });
});

describe('getInitialValues', () => {
  it('prefers the saved value, then the value, then the default', () => {
    expect(getInitialValues(items, { city: 'Lijiang', gone: 1 })).toEqual({ city: 'Lijiang', rounds: 3 });
  });
});

describe('toVars', () => {
  it('omits fields without a value', () => {
    expect(toVars(items, { city: '', rounds: 0, note: undefined, other: 1 })).toEqual({ rounds: 0 });
  });
});
