const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;

const colours = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Colour = keyof typeof colours;

/** Colours a text if the output is a terminal. */
export function paint(colour: Colour, text: string): string {
  return isColoured ? `\x1b[${colours[colour]}m${text}\x1b[0m` : text;
}

/** Prints a line. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a step and its duration. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`${paint('green', '✓')} ${title} ${paint('dim', `(${seconds} s)`)}`);
  return result;
}

/** Pads a text to a width. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Aligns rows in columns. The first row is the heading. */
export function table(rows: string[][]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))));
  const lines = rows.map((row) => row.map((cell, column) => pad(cell, widths[column])).join('  '));
  return lines.map((line, index) => (index === 0 ? paint('bold', line.trimEnd()) : line.trimEnd()));
}

/** Returns the columns of a text on a terminal: ideographs, kana, hangul and full-width forms take two. */
export function widthOf(text: string): number {
  const wide = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu,
  );
  return Array.from(text).length + (wide?.length ?? 0);
}
