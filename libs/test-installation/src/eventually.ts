/** Looks until there is what the look asks for; fails with what was last seen. */
export async function eventually<Result>(
  look: () => Promise<Result>,
  isThere: (seen: Result) => boolean,
  patienceMs = 20_000,
): Promise<Result> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`Not seen in ${patienceMs} ms; last: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
