import { cut } from './width';

const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const frameMs = 80;

/** One line at the bottom of a terminal that says how far something is; nothing where there is no terminal. */
export class ProgressLine {
  private timer?: NodeJS.Timeout;
  private frame = 0;

  /** `text` is asked each time that the line is drawn. */
  constructor(private readonly text: () => string) {}

  start(): void {
    if (!process.stderr.isTTY) return;
    this.draw();
    this.timer = setInterval(() => this.draw(), frameMs);
  }

  /** Makes room for other lines, which are written meanwhile. */
  around(write: () => void): void {
    this.clear();
    write();
    if (this.timer) this.draw();
  }

  stop(): void {
    clearInterval(this.timer);
    this.clear();
    this.timer = undefined;
  }

  private draw(): void {
    this.frame = (this.frame + 1) % frames.length;
    const width = process.stderr.columns - 1;
    process.stderr.write(`\r\x1b[2K${cut(`${frames[this.frame]} ${this.text()}`, width)}`);
  }

  private clear(): void {
    if (this.timer) process.stderr.write('\r\x1b[2K');
  }
}
