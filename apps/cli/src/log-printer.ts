import type { LogLevel, LogLine } from '@drover/sdk';
import { paint, printable, say, type Style } from './terminal';
import { fit, widthOf } from './width';

const captionStyles: Style[] = ['cyan', 'magenta', 'green', 'yellow', 'blue', 'red'];
const levelStyles: Partial<Record<LogLevel, Style>> = {
  verbose: 'dim',
  debug: 'dim',
  warn: 'yellow',
  error: 'red',
};
/** Columns that the name of a device may take in front of its lines. */
const captionWidthMax = 24;

export interface LogPrinterOptions {
  /** Devices whose lines are to come: all captions are of one width. */
  deviceNames: string[];
  /** Whether the time stands before each line. */
  isTimed?: boolean;
  /** Changes what is shown of a text. */
  place?: (text: string) => string;
}

/** Prints the lines of many devices, each with the name of its device in front, in a colour of its own. */
export class LogPrinter {
  private readonly styles = new Map<string, Style>();
  private readonly captionWidth: number;

  constructor(private readonly options: LogPrinterOptions) {
    const widths = options.deviceNames.map((name) => widthOf(printable(name)));
    this.captionWidth = Math.min(
      captionWidthMax,
      widths.reduce((a, b) => Math.max(a, b), 1),
    );
    for (const name of options.deviceNames) this.styleOf(name);
  }

  print(device: string, lines: LogLine[]): void {
    for (const line of lines) for (const text of this.draw(device, line)) say(text);
  }

  /** A text of several lines gets the name before each of them. */
  private draw(device: string, { at, level, text }: LogLine): string[] {
    const { isTimed, place = (same: string) => same } = this.options;
    const caption = fit(printable(device), this.captionWidth);
    const time = isTimed ? `${paint('dim', showTime(at))} ` : '';
    const before = `${time}${paint(this.styleOf(device), caption)} ${paint('dim', '│')} `;
    const style = levelStyles[level];
    return place(printable(text))
      .split('\n')
      .map((part) => before + (style && part ? paint(style, part) : part));
  }

  private styleOf(device: string): Style {
    const style = this.styles.get(device) ?? captionStyles[this.styles.size % captionStyles.length];
    this.styles.set(device, style);
    return style;
  }
}

/** Time of the day where the reader is. */
function showTime(time: string): string {
  const at = new Date(time);
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
}
