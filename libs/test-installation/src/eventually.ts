/** Polls until a value meets the condition, and returns it. Throws with the last value after the timeout. */
export async function eventually<Result>(
  read: () => Promise<Result>,
  isMet: (value: Result) => boolean,
  timeoutMs = 90_000,
): Promise<Result> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isMet(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`Condition not met in ${timeoutMs} ms. Last value: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
