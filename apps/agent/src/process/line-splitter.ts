import { StringDecoder } from 'node:string_decoder';

/** Splits a stream of bytes into lines of text. Truncates lines that are too long. */
export class LineSplitter {
  private readonly decoder = new StringDecoder('utf8');
  private pending = '';

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly maxChars: number,
  ) {}

  write(chunk: Buffer | string): void {
    const text = typeof chunk === 'string' ? chunk : this.decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.append(text.slice(start, end));
      this.emit();
      start = end + 1;
    }
    this.append(text.slice(start));
  }

  /** Emits the text after the last line break. */
  end(): void {
    this.append(this.decoder.end());
    if (this.pending) this.emit();
  }

  private append(text: string): void {
    if (this.pending.length < this.maxChars)
      this.pending += text.slice(0, this.maxChars - this.pending.length);
  }

  private emit(): void {
    const line = this.pending.endsWith('\r') ? this.pending.slice(0, -1) : this.pending;
    this.pending = '';
    this.onLine(line);
  }
}
