/** Formats an amount in minor units: 1250 EUR is €12.50. */
export function formatMoney(minorUnits: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(minorUnits / 10 ** fractionDigits(currency));
}

/** Returns the number of decimals of a currency: EUR has 2, JPY has none, KWD has 3. */
function fractionDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/** Parses a typed amount to minor units. Returns `undefined` if it is not a valid amount of the currency. */
export function parseMinorUnits(typed: string, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  const digits = fractionDigits(currency);
  if (whole === '' || fraction.length > digits) return undefined;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/** Formats minor units for an input: 1250 EUR is 12.50. */
export function formatMinorUnits(minorUnits: number, currency: string): string {
  const digits = fractionDigits(currency);
  return (minorUnits / 10 ** digits).toFixed(digits);
}

/** Formats a percentage: 12.5 is "12.5%". */
export function formatPercent(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
    percent / 100,
  );
}
