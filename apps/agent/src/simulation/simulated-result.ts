/** Returns a result of some `bytes` as JSON. Undefined for none. */
export function simulatedResult(bytes: number): object | undefined {
  if (bytes === 0) return undefined;
  const price = Math.floor(Math.random() * 100_000) / 100;
  const result = { price, stock: Math.floor(Math.random() * 40), text: '' };
  return { ...result, text: 'x'.repeat(Math.max(0, bytes - JSON.stringify(result).length)) };
}
