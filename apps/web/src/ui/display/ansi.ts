import Anser from 'anser';
import { hasSpecial, removeOtherEscapes } from './strip-ansi';

/** The colours that text is shown in. Each has a shade with enough contrast for light and for dark mode. */
type AnsiColor = 'red' | 'yellow' | 'green' | 'cyan' | 'blue' | 'magenta' | 'gray';

/** A piece of text in one style. */
export interface AnsiSpan {
  text: string;
  color?: AnsiColor;
  background?: AnsiColor;
  isBold: boolean;
  isDim: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
}

/**
 * Splits text into pieces of one style. The texts of all pieces together are those of `stripAnsi`. `style` is what
 * `styleAfter` returned for the text before.
 */
export function parseAnsi(text: string, style = ''): AnsiSpan[] {
  if (style === '' && !hasSpecial.test(text)) return [plain(text)];
  const styled = (style && `\x1b[${style}m`) + removeOtherEscapes(text);
  return Anser.ansiToJson(styled, { json: true, remove_empty: true }).map(
    ({ content, fg, bg, decorations }) => ({
      text: content,
      color: fg ? nameColor(fg) : undefined,
      background: bg ? (nameColor(bg) ?? 'gray') : undefined,
      isBold: decorations.includes('bold'),
      isDim: decorations.includes('dim'),
      isItalic: decorations.includes('italic'),
      isUnderlined: decorations.includes('underline'),
      isStruck: decorations.includes('strikethrough'),
    }),
  );
}

function plain(text: string): AnsiSpan {
  return { text, isBold: false, isDim: false, isItalic: false, isUnderlined: false, isStruck: false };
}

/** The first hue, in degrees, that no longer belongs to each colour. */
const hues: readonly (readonly [number, AnsiColor])[] = [
  [20, 'red'],
  [75, 'yellow'],
  [155, 'green'],
  [200, 'cyan'],
  [265, 'blue'],
  [335, 'magenta'],
  [360, 'red'],
];
/** Difference between the channels below which a colour is a grey. */
const minChroma = 40;

/** Returns the nearest of our colours for "187, 0, 0". Black and white are the colour of the text. */
function nameColor(rgb: string): AnsiColor | undefined {
  const [red = 0, green = 0, blue = 0] = rgb.split(',').map(Number);
  const max = Math.max(red, green, blue);
  const chroma = max - Math.min(red, green, blue);
  if (chroma < minChroma) return max > 60 && max < 200 ? 'gray' : undefined;
  const sixth =
    max === red
      ? (green - blue) / chroma + 6
      : max === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  const hue = (sixth * 60) % 360;
  return hues.find(([end]) => hue < end)?.[1];
}
