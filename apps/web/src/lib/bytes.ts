/** Formats a size: "340 bytes", "1.2 MB". */
export function formatBytes(size: number, language: string): string {
  const [unit, divisor] =
    size < 1000 ? ['byte', 1] : size < 1_000_000 ? ['kilobyte', 1000] : ['megabyte', 1_000_000];
  // The short form of a byte has no plural in English: "340 byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const style = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(size / divisor);
}
