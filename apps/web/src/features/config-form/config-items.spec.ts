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
      { type: 'link', label: 'Guide', href: 'javascript:alert(1)' },
    ];
    const { items: kept, problems } = parseConfigItems(config);
    expect(kept).toEqual([{ name: 'a' }]);
    expect(problems.map(({ position, kind }) => [position, kind])).toEqual([
      [1, 'notObject'],
      [2, 'noName'],
      [4, 'sameName'],
      [5, 'unknownType'],
      [6, 'noOptions'],
      [7, 'noHref'],
    ]);
  });
});

describe('getInitialValues', () => {
  it('prefers the saved value, then the value, then the default', () => {
    expect(getInitialValues(items, { city: 'Lijiang', gone: 1 })).toEqual({ city: 'Lijiang', rounds: 3 });
  });
});

it('leaves links without a value, and begins a slider that must have one at its minimum', () => {
  const fields = [
    { name: 'guide', type: 'link' as const, value: 'https://example.org' },
    { name: 'volume', type: 'range' as const, min: '2', validation: 'required' },
    { name: 'pace', type: 'range' as const },
  ];
  expect(getInitialValues(fields, {})).toEqual({ volume: 2 });
  expect(toVars(fields, { guide: 'x', volume: 2 })).toEqual({ volume: 2 });
});

describe('toVars', () => {
  it('omits fields without a value', () => {
    expect(toVars(items, { city: '', rounds: 0, note: undefined, other: 1 })).toEqual({ rounds: 0 });
  });
});
