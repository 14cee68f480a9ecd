/** An amount in minor units as people write it: 1250 of EUR is €12.50. */
export function money(minorUnits: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(minorUnits / 10 ** fractionDigits(currency));
}

/** How many decimals a currency has: EUR 2, JPY none, KWD 3. */
function fractionDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/** A typed amount in minor units; nothing where it is no amount of the currency. */
export function toMinorUnits(typed: string, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  const digits = fractionDigits(currency);
  if (whole === '' || fraction.length > digits) return undefined;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/** Minor units as they are typed: 1250 of EUR is 12.50. */
export function fromMinorUnits(minorUnits: number, currency: string): string {
  const digits = fractionDigits(currency);
  return (minorUnits / 10 ** digits).toFixed(digits);
}

/** A share in per cent as people write it: 12.5 is "12.5%". */
export function percents(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
    percent / 100,
  );
}
