import { SendDeviceMessage, UpdateDevice } from './devices.schemas';
import { text } from './fields';
import { countChars, cutChars, LIMITS } from './limits';

const ASTRAL = '😀';

describe('countChars', () => {
  it('counts code points, not UTF-16 code units', () => {
    expect(countChars('a中😀')).toBe(3);
  });
});

describe('cutChars', () => {
  it('cuts after a whole character', () => {
    expect(cutChars('ab', 2)).toBe('ab');
    expect(cutChars(ASTRAL.repeat(3), 2)).toBe(ASTRAL.repeat(2));
  });
});

describe('text', () => {
  it.each([
    ['a device name', UpdateDevice.shape.name, LIMITS.deviceNameChars],
    ['a message title', SendDeviceMessage.shape.title, LIMITS.messageTitleChars],
    ['a message text', SendDeviceMessage.shape.text, LIMITS.messageTextChars],
  ])('accepts %s of as many code points as the limit, and rejects one more', (_name, schema, limit) => {
    expect(schema.safeParse(ASTRAL.repeat(limit)).success).toBe(true);
    expect(schema.safeParse(ASTRAL.repeat(limit + 1)).success).toBe(false);
  });

  it('rejects NUL', () => {
    expect(text(5).safeParse('a\0b').success).toBe(false);
  });
});
