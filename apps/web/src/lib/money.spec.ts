import { formatMinorUnits, formatMoney, parseMinorUnits } from './money';

describe('formatMoney', () => {
  it.each([
    [1250, 'EUR', '€12.50'],
    [1250, 'JPY', '¥1,250'],
    [1250, 'KWD', 'KWD 1.250'],
  ])('formats %d %s with the decimals of the currency', (minorUnits, currency, words) => {
    expect(formatMoney(minorUnits, currency, 'en').replace('\u00a0', ' ')).toBe(words);
  });
});

describe('parseMinorUnits', () => {
  it.each([
    ['12.50', 'EUR', 1250],
    ['12,5', 'EUR', 1250],
    [' 12 ', 'EUR', 1200],
    ['0.01', 'EUR', 1],
    ['1250', 'JPY', 1250],
    ['1.250', 'KWD', 1250],
  ])('parses %s %s', (typed, currency, minorUnits) => {
    expect(parseMinorUnits(typed, currency)).toBe(minorUnits);
  });

  it.each([
    ['', 'EUR'],
    ['12.505', 'EUR'],
    ['1,250.00', 'EUR'],
    ['12.5', 'JPY'],
    ['-3', 'EUR'],
    ['1e3', 'EUR'],
    ['twelve', 'EUR'],
  ])('rejects "%s" for %s', (typed, currency) => {
    expect(parseMinorUnits(typed, currency)).toBeUndefined();
  });

  it('parses what it formatted', () => {
    for (const currency of ['EUR', 'JPY', 'KWD']) {
      expect(parseMinorUnits(formatMinorUnits(1205, currency), currency)).toBe(1205);
    }
  });
});
