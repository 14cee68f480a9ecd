import { SendDeviceMessage, UpdateDevice } from './devices.schemas';
import { text } from './fields';
import { countChars, cutChars, LIMITS } from './limits';

const ASTRAL = '😀';

describe('countChars', () => {
  it('counts code points, not UTF-16 units', () => {
    expect(countChars('a中😀')).toBe(3);
  });
});

describe('cutChars', () => {
  it('keeps what fits, and never half a character', () => {
    expect(cutChars('ab', 2)).toBe('ab');
    expect(cutChars(ASTRAL.repeat(3), 2)).toBe(ASTRAL.repeat(2));
  });
});

describe('text', () => {
  it.each([
    [UpdateDevice.shape.name, LIMITS.deviceNameChars],
    [SendDeviceMessage.shape.title, LIMITS.messageTitleChars],
    [SendDeviceMessage.shape.text, LIMITS.messageTextChars],
  ])('takes its limit in code points, and not one more', (schema, limit) => {
    expect(schema.safeParse(ASTRAL.repeat(limit)).success).toBe(true);
    expect(schema.safeParse(ASTRAL.repeat(limit + 1)).success).toBe(false);
  });

  it('refuses what no database keeps', () => {
    expect(text(5).safeParse('a\0b').success).toBe(false);
  });
});
