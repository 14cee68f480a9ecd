import { BUDGET } from '@drover/contract/budget';
import { ApiError } from '../errors/api-error';

const maxValues = BUDGET.httpJsonValues.max;
const maxDepth = BUDGET.httpJsonDepth.max;

/**
 * Parses JSON of a caller. Refuses too many values, which take much more memory and time than their text, and deep
 * nesting, which would overflow the stack of recursive code such as validation. Both are counted before parsing.
 */
export function parseJson(text: string): unknown {
  const { values, depth } = measureJson(text);
  if (depth > maxDepth) {
    throw new ApiError('malformedBody', { message: `The JSON must nest at most ${maxDepth} levels deep.` });
  }
  if (values > maxValues) {
    throw new ApiError('malformedBody', {
      message: `The JSON must have at most ${maxValues} values. Send fewer in each request.`,
    });
  }
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

interface JsonSize {
  values: number;
  depth: number;
}

/**
 * Counts the values of a JSON text and their nesting, in one pass. Stops as soon as there are too many. Of text that is
 * not JSON, the result means nothing, but is computed just as fast.
 */
function measureJson(text: string): JsonSize {
  let values = 1;
  let level = 0;
  let depth = 0;
  let isContainerEmpty = false;
  for (let i = 0; i < text.length && values <= maxValues && depth <= maxDepth; i += 1) {
    const code = text.charCodeAt(i);
    if (code <= 0x20) continue;
    if (code === 0x5d || code === 0x7d)
      level -= 1; // ] }
    // The first value of a container is counted here, each further one at its comma.
    else if (isContainerEmpty) values += 1;
    if (code === 0x2c) values += 1; // ,
    isContainerEmpty = code === 0x5b || code === 0x7b; // [ {
    if (isContainerEmpty) depth = Math.max(depth, (level += 1));
    if (code === 0x22) i = endOfString(text, i); // "
  }
  return { values, depth };
}

/** Returns the index of the quotation mark that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i; // "
    if (code === 0x5c) i += 1; // \
  }
  return text.length;
}
