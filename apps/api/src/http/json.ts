import { LIMITS } from '@drover/contract';
import { ApiError } from '../errors/api-error';

/**
 * Parses JSON of a caller. Refuses deep nesting, which would overflow the stack of recursive code such as validation.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  let level = filterContainers([value]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === LIMITS.jsonDepth) throw nestingError();
    level = filterContainers(level.flatMap((container): unknown[] => Object.values(container)));
  }
  return value;
}

/** Returns those of the values that are objects or arrays. */
function filterContainers(values: unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}

function nestingError(): ApiError {
  const message = `must nest at most ${LIMITS.jsonDepth} levels deep`;
  return new ApiError('invalidParameters', {
    message: `The JSON ${message}.`,
    errors: [{ path: '', message }],
  });
}
