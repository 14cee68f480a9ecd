/** Maximum time that specs wait: longer than the interval of the periodic checks, which recover lost notifications. */
export const waitTimeoutMs = 60_000;

/** Repeats the check until it does not throw, and returns its result. After the maximum time, throws its last error. */
export async function eventually<Result>(
  check: () => Promise<Result>,
  withinMs = waitTimeoutMs,
): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
