import type { StepContext } from '@drover/device-agent/script-output';
import { AsyncLocalStorage } from 'node:async_hooks';
import { now, report } from './channel';

/** The step of what runs now, promises and timers included. */
const currentKey = new AsyncLocalStorage<string>();

/** The innermost step that each error left. */
const stepsOfErrors = new WeakMap<object, string>();

/** Knows in which step the script is, and which step an error came from. */
export const stepContext: StepContext = {
  now,
  current: () => currentKey.getStore(),
  run(key, act) {
    try {
      return currentKey.run(key, act);
    } catch (error) {
      noteError(error, key);
      throw error;
    }
  },
  settle(value, key, end) {
    if (!isPromise(value)) return undefined;
    return value.then(
      (result) => {
        end('succeeded');
        return result;
      },
      (error: unknown) => {
        noteError(error, key);
        end('failed');
        throw error;
      },
    );
  },
};

/** Reports the step whose error ends the script, if it came from one. */
export function reportStepOf(error: unknown): void {
  const key = isObject(error) ? stepsOfErrors.get(error) : undefined;
  if (key !== undefined) report({ type: 'step', state: 'fatal', key, at: now() });
}

function noteError(error: unknown, key: string): void {
  if (isObject(error) && !stepsOfErrors.has(error)) stepsOfErrors.set(error, key);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && 'then' in value && typeof value.then === 'function';
}
