const actions = [
  'tapped "Add to cart"',
  'typed the search text',
  'scrolled to the next page',
  'read the order',
];

/** Returns a line of some 200 bytes. A run writes its environment first, then steps that differ in their numbers. */
export function simulatedLine(seq: number, environment: string): string {
  if (seq === 1) return environment;
  const [id, x] = [Math.random().toString(36).slice(2, 10), Math.floor(Math.random() * 2000)];
  return (
    `step ${seq}: ${actions[x % actions.length]} at ${x % 1080},${x} after ${(x * 7) % 900} ms, ` +
    `{"order":"${id}","price":${(x / 7).toFixed(2)},"stock":${x % 40},"seller":"shop-${x % 300}",` +
    `"page":"https://shop.example.org/items/${id}?page=${x % 9}"}`
  );
}
