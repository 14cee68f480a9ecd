import { fromMinorUnits, money, toMinorUnits } from './money';

describe('money', () => {
  it.each([
    [1250, 'EUR', '€12.50'],
    [1250, 'JPY', '¥1,250'],
    [1250, 'KWD', 'KWD 1.250'],
  ])('writes %d of %s with its own decimals', (minorUnits, currency, words) => {
    expect(money(minorUnits, currency, 'en').replace('\u00a0', ' ')).toBe(words);
  });
});

describe('toMinorUnits', () => {
  it.each([
    ['12.50', 'EUR', 1250],
    ['12,5', 'EUR', 1250],
    [' 12 ', 'EUR', 1200],
    ['0.01', 'EUR', 1],
    ['1250', 'JPY', 1250],
    ['1.250', 'KWD', 1250],
  ])('reads %s of %s', (typed, currency, minorUnits) => {
    expect(toMinorUnits(typed, currency)).toBe(minorUnits);
  });

  it.each([
    ['', 'EUR'],
    ['12.505', 'EUR'],
    ['1,250.00', 'EUR'],
    ['12.5', 'JPY'],
    ['-3', 'EUR'],
    ['1e3', 'EUR'],
    ['twelve', 'EUR'],
  ])('reads no amount in "%s" of %s', (typed, currency) => {
    expect(toMinorUnits(typed, currency)).toBeUndefined();
  });

  it('reads back what it wrote', () => {
    for (const currency of ['EUR', 'JPY', 'KWD']) {
      expect(toMinorUnits(fromMinorUnits(1205, currency), currency)).toBe(1205);
    }
  });
});
