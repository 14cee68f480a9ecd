import { createContext, Script, type Context } from 'node:vm';

/** Time for all patterns of one configuration together, in milliseconds. */
const defaultBudgetMs = 50;
const script = new Script('new RegExp(source, flags).test(text)');

/**
 * Creates a function that tests the regular expressions of a script. Some take exponential time, so all of them
 * together have a time limit. A pattern that is invalid or exceeds it counts as met.
 */
export function createPatternTester(
  budgetMs = defaultBudgetMs,
): (source: string, flags: string, text: string) => boolean {
  let context: Context | undefined;
  let leftMs = budgetMs;
  return (source, flags, text) => {
    if (leftMs < 1) return true;
    context ??= createContext();
    const startedAt = performance.now();
    Object.assign(context, { source, flags, text });
    try {
      return script.runInContext(context, { timeout: Math.ceil(leftMs) }) === true;
    } catch {
      return true;
    } finally {
      leftMs -= performance.now() - startedAt;
    }
  };
}
