/** A size as people read it: "340 byte", "1.2 MB". */
export function bytes(size: number, language: string): string {
  const [unit, divisor] =
    size < 1000 ? ['byte', 1] : size < 1_000_000 ? ['kilobyte', 1000] : ['megabyte', 1_000_000];
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(size / divisor);
}
