/** Tries until the check throws no more, and then gives what it gave; in the end, throws what it threw last. */
export async function eventually<Result>(check: () => Promise<Result>, patienceMs = 10_000): Promise<Result> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
