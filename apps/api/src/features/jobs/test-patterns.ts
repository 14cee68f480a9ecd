import { createContext, Script, type Context } from 'node:vm';

/** Processor time for all patterns of one configuration together, in milliseconds. */
const defaultBudgetMs = 50;
const script = new Script('new RegExp(source, flags).test(text)');

/**
 * Creates a function that tests the regular expressions of a script. Some patterns take exponential time, so all of them
 * share a limit of processor time. A pattern that is invalid or exceeds the limit counts as a match.
 */
export function createPatternTester(
  budgetMs = defaultBudgetMs,
): (source: string, flags: string, text: string) => boolean {
  let context: Context | undefined;
  let leftMs = budgetMs;
  return (source, flags, text) => {
    context ??= createContext();
    Object.assign(context, { source, flags, text });
    while (leftMs >= 1) {
      const before = process.cpuUsage();
      try {
        return script.runInContext(context, { timeout: Math.ceil(leftMs) }) === true;
      } catch (error) {
        if (!isTimeout(error)) return true;
      } finally {
        const { user, system } = process.cpuUsage(before);
        leftMs -= (user + system) / 1000;
      }
    }
    return true;
  };
}

function isTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
