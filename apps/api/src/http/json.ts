import { LIMITS } from '@drover/contract';
import { ApiError } from './api-error';

/** Parses JSON of a caller. What nests too deep would overflow the stack of whatever handles it next. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  let level = containersIn([value]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === LIMITS.jsonDepth) throw tooDeep();
    level = containersIn(level.flatMap((container): unknown[] => Object.values(container)));
  }
  return value;
}

/** Those of the values that hold others. */
function containersIn(values: unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}

function tooDeep(): ApiError {
  const message = `must nest at most ${LIMITS.jsonDepth} levels deep`;
  return new ApiError('invalidParameters', {
    message: `The JSON ${message}.`,
    errors: [{ path: '', message }],
  });
}
