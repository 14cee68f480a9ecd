import { type LogLevel, type LogLine, type LogStep, trackSteps } from '@drover/sdk';
import { printLine, stripControls, type Style, styleOutput } from './terminal';
import { fitToWidth, measureWidth } from './text-width';

const deviceStyles: Style[] = ['cyan', 'magenta', 'green', 'yellow', 'blue', 'red'];
const levelStyles: Partial<Record<LogLevel, Style>> = {
  verbose: 'dim',
  debug: 'dim',
  warn: 'yellow',
  error: 'red',
};
const stepMarks: Record<LogStep['state'], string> = {
  started: '▸',
  succeeded: '✓',
  failed: '✗',
  stopped: '■',
};
const stepStyles: Record<LogStep['state'], Style> = {
  started: 'bold',
  succeeded: 'green',
  failed: 'red',
  stopped: 'yellow',
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

/** A run whose lines are printed. */
export interface PrintedRun {
  runId: string;
  deviceName: string;
}

/**
 * Prints log lines of many devices. Each line starts with the name of its device, in a colour per device. Lines of steps
 * are indented.
 */
export class LogPrinter {
  private readonly styles = new Map<string, Style>();
  private readonly steps = new Map<string, ReturnType<typeof trackSteps>>();
  private readonly deviceNameWidth: number;

  constructor(private readonly options: LogPrinterOptions) {
    const widths = options.deviceNames.map((name) => measureWidth(stripControls(name)));
    this.deviceNameWidth = Math.min(
      maxDeviceNameWidth,
      widths.reduce((a, b) => Math.max(a, b), 1),
    );
    for (const name of options.deviceNames) this.getDeviceStyle(name);
  }

  print({ runId, deviceName }: PrintedRun, lines: LogLine[]): void {
    const stepsAround = this.steps.get(runId) ?? trackSteps();
    this.steps.set(runId, stepsAround);
    for (const line of lines) {
      const indent = '  '.repeat(stepsAround(line).length);
      for (const text of this.formatLine(deviceName, line, indent)) printLine(text);
    }
  }

  /** Repeats the device name on each line of a multi-line text. */
  private formatLine(device: string, { at, level, text, step }: LogLine, indent: string): string[] {
    const { showTimestamps, mapText = (unchanged: string) => unchanged } = this.options;
    const name = fitToWidth(stripControls(device), this.deviceNameWidth);
    const time = showTimestamps ? `${styleOutput('dim', formatTimeOfDay(at))} ` : '';
    const mark = step ? `${styleOutput(stepStyles[step.state], stepMarks[step.state])} ` : '';
    const prefix = `${time}${styleOutput(this.getDeviceStyle(device), name)} ${styleOutput('dim', '│')} `;
    const style = step ? stepStyles[step.state] : levelStyles[level];
    return mapText(stripControls(text))
      .split('\n')
      .map((part) => prefix + indent + mark + (style && part ? styleOutput(style, part) : part));
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
