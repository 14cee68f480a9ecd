import { BUDGET } from '@drover/contract/budget';
import { ApiError } from '../errors/api-error';

const maxValues = BUDGET.httpJsonValues.max;
const maxDepth = BUDGET.httpJsonDepth.max;

/**
 * Parses JSON of a caller. Refuses too many values, which take much more memory and time than their text, and deep
 * nesting, which would overflow the stack of recursive code such as validation. Both are counted before parsing.
 */
export function parseJson(text: string): unknown {
  new JsonMeter().add(text);
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/**
 * Counts the values of a JSON text and their nesting, in one pass over its parts. Throws as soon as there are too many. Of
 * text that is not JSON, the counts mean nothing, but are computed just as fast.
 */
export class JsonMeter {
  private values = 1;
  private level = 0;
  private isContainerEmpty = false;
  private isInString = false;
  private isEscaped = false;

  add(text: string): void {
    for (let i = 0; i < text.length; i += 1) {
      if (this.isInString) i = this.skipString(text, i);
      else this.count(text.charCodeAt(i));
    }
  }

  private count(code: number): void {
    if (code <= 0x20) return;
    if (code === 0x5d || code === 0x7d)
      this.level -= 1; // ] }
    // The first value of a container is counted here, each further one at its comma.
    else if (this.isContainerEmpty) this.values += 1;
    if (code === 0x2c) this.values += 1; // ,
    this.isContainerEmpty = code === 0x5b || code === 0x7b; // [ {
    if (this.isContainerEmpty) this.level += 1;
    this.isInString = code === 0x22; // "
    if (this.level > maxDepth) {
      throw new ApiError('malformedBody', { message: `The JSON must nest at most ${maxDepth} levels deep.` });
    }
    if (this.values > maxValues) {
      throw new ApiError('malformedBody', {
        message: `The JSON must have at most ${maxValues} values. Send fewer in each request.`,
      });
    }
  }

  /** Returns the index of the quotation mark that ends the string, or of the last character if it goes on. */
  private skipString(text: string, start: number): number {
    for (let i = start; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (this.isEscaped) this.isEscaped = false;
      else if (code === 0x5c)
        this.isEscaped = true; // \
      else if (code === 0x22) {
        this.isInString = false;
        return i;
      }
    }
    return text.length - 1;
  }
}
