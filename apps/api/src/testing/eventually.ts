/** How long anything may take that a spec waits for: longer than the sweeps that make up for what was not heard. */
export const patienceMs = 25_000;

/** Tries until the check throws no more, and then gives what it gave; in the end, throws what it threw last. */
export async function eventually<Result>(
  check: () => Promise<Result>,
  withinMs = patienceMs,
): Promise<Result> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
