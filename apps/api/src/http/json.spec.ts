import { BUDGET } from '@drover/contract/budget';
import { JsonMeter, parseJson } from './json';

const maxValues = BUDGET.httpJsonValues.max;
const maxDepth = BUDGET.httpJsonDepth.max;

/** Passes a text to the meter character by character. */
function meterByCharacter(text: string): void {
  const meter = new JsonMeter();
  for (const char of text) meter.add(char);
}

describe('JsonMeter', () => {
  it('counts a text that arrives in parts as the whole text', () => {
    const strings = String.raw`["[[[[", "\"[[", "\\", {"a[": "\\\"]"}]`;
    const atDepth = '['.repeat(maxDepth) + ']'.repeat(maxDepth);
    for (const text of [strings, atDepth]) {
      meterByCharacter(text);
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }
    expect(() => meterByCharacter(`[${atDepth}]`)).toThrow('levels deep');
  });

  it('refuses one value too many as soon as it arrives', () => {
    const meter = new JsonMeter();
    // The array itself is a value.
    meter.add(`[${'0,'.repeat(maxValues - 2)}0`);
    expect(() => meter.add(',0')).toThrow(`at most ${maxValues} values`);
  });
});
