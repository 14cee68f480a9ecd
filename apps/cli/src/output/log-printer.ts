import type { LogLevel, LogLine } from '@drover/sdk';
import { printLine, stripControls, type Style, styleOutput } from './terminal';
import { fitToWidth, measureWidth } from './text-width';

const deviceStyles: Style[] = ['cyan', 'magenta', 'green', 'yellow', 'blue', 'red'];
const levelStyles: Partial<Record<LogLevel, Style>> = {
  verbose: 'dim',
  debug: 'dim',
  warn: 'yellow',
  error: 'red',
};
/** Maximum columns of the device name in front of its lines. */
const maxDeviceNameWidth = 24;

export interface LogPrinterOptions {
  /** Names of all devices whose lines will be printed. They are padded to the same width. */
  deviceNames: string[];
  /** Whether a timestamp is printed before each line. */
  showTimestamps?: boolean;
  /** Transforms the text of each line before it is printed. */
  mapText?: (text: string) => string;
}

/** Prints log lines of many devices. Each line starts with the name of its device, in a colour per device. */
export class LogPrinter {
  private readonly styles = new Map<string, Style>();
  private readonly deviceNameWidth: number;

  constructor(private readonly options: LogPrinterOptions) {
    const widths = options.deviceNames.map((name) => measureWidth(stripControls(name)));
    this.deviceNameWidth = Math.min(
      maxDeviceNameWidth,
      widths.reduce((a, b) => Math.max(a, b), 1),
    );
    for (const name of options.deviceNames) this.getDeviceStyle(name);
  }

  print(device: string, lines: LogLine[]): void {
    for (const line of lines) for (const text of this.formatLine(device, line)) printLine(text);
  }

  /** Repeats the device name on each line of a multi-line text. */
  private formatLine(device: string, { at, level, text }: LogLine): string[] {
    const { showTimestamps, mapText = (unchanged: string) => unchanged } = this.options;
    const name = fitToWidth(stripControls(device), this.deviceNameWidth);
    const time = showTimestamps ? `${styleOutput('dim', formatTimeOfDay(at))} ` : '';
    const prefix = `${time}${styleOutput(this.getDeviceStyle(device), name)} ${styleOutput('dim', '│')} `;
    const style = levelStyles[level];
    return mapText(stripControls(text))
      .split('\n')
      .map((part) => prefix + (style && part ? styleOutput(style, part) : part));
  }

  private getDeviceStyle(device: string): Style {
    const style = this.styles.get(device) ?? deviceStyles[this.styles.size % deviceStyles.length];
    this.styles.set(device, style);
    return style;
  }
}

/** Formats the local time of day. */
function formatTimeOfDay(time: string): string {
  const at = new Date(time);
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
}
