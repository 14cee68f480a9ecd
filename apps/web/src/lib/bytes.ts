const units = [
  ['byte', 1],
  ['kilobyte', 1e3],
  ['megabyte', 1e6],
  ['gigabyte', 1e9],
  ['terabyte', 1e12],
] as const;

/** Formats a size: "340 bytes", "1.2 MB". */
export function formatBytes(size: number, language: string): string {
  const [unit, divisor] = units.find(([, unitSize]) => size < unitSize * 1000) ?? units[units.length - 1];
  // The short form of a byte has no plural in English: "340 byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const style = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(size / divisor);
}
