import { truncate } from './text-width';

const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const frameMs = 80;

/** A progress line at the bottom of the terminal. Prints nothing if stderr is not a terminal. */
export class ProgressLine {
  private timer?: NodeJS.Timeout;
  private frame = 0;

  /** `getText` is called each time that the line is drawn. */
  constructor(private readonly getText: () => string) {}

  start(): void {
    if (!process.stderr.isTTY) return;
    this.draw();
    this.timer = setInterval(() => this.draw(), frameMs);
  }

  /** Clears the progress line while `write` prints other lines, then draws it again below them. */
  printAbove(write: () => void): void {
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
    process.stderr.write(`\r\x1b[2K${truncate(`${frames[this.frame]} ${this.getText()}`, width)}`);
  }

  private clear(): void {
    if (this.timer) process.stderr.write('\r\x1b[2K');
  }
}
