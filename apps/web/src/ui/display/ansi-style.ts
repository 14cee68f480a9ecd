const colorEscape = /\x1b\[([\d;]*)m/g;

/** The codes of each property of a style that is set, such as `38;5;208` of the colour. */
type Style = Map<string, string>;

/**
 * Returns the style that text leaves to the text after it, as terminals do: the codes of one escape sequence, or '' without
 * any. `style` is the one that the text begins with.
 */
export function styleAfter(style: string, text: string): string {
  if (!text.includes('\x1b[')) return style;
  const after: Style = new Map();
  for (const codes of [style, ...Array.from(text.matchAll(colorEscape), ([, all = '']) => all || '0')]) {
    if (codes !== '') applyCodes(after, codes.split(';').map(Number));
  }
  return [...after.values()].join(';');
}

/** Returns the style that each text begins with. */
export function stylesOf(texts: readonly string[]): string[] {
  let style = '';
  return texts.map((text) => {
    const before = style;
    style = styleAfter(style, text);
    return before;
  });
}

function applyCodes(style: Style, codes: readonly number[]): void {
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    const length = code === 38 || code === 48 ? lengthOfColor(codes[index + 1]) : 1;
    if (code === 0) style.clear();
    else setCode(style, code, codes.slice(index, index + length).join(';'));
    index += length - 1;
  }
}

/** `38;5;n` is one of 256 colours, and `38;2;r;g;b` one of 16 million. */
function lengthOfColor(kind: number | undefined): number {
  return kind === 5 ? 3 : kind === 2 ? 5 : 1;
}

/** The codes that end a property, and the properties. */
const ends: Record<number, string[]> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underlined'],
  25: ['blinking'],
  27: ['reversed'],
  28: ['hidden'],
  29: ['struck'],
  39: ['color'],
  49: ['background'],
};
/** By code. */
const decorations = 'none bold dim italic underlined blinking blinking reversed hidden struck'.split(' ');

function setCode(style: Style, code: number, codes: string): void {
  for (const property of ends[code] ?? []) style.delete(property);
  const property = decorations[code] ?? propertyOfColor(code);
  if (property && !ends[code]) style.set(property, codes);
}

function propertyOfColor(code: number): string | undefined {
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 'color';
  return (code >= 40 && code <= 48) || (code >= 100 && code <= 107) ? 'background' : undefined;
}
