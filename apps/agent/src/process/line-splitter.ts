import { StringDecoder } from 'node:string_decoder';

/** Cuts a stream of bytes into lines of text; of a line that is too long it keeps the beginning. */
export class LineSplitter {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly maxChars: number,
  ) {}

  write(chunk: Buffer | string): void {
    const text = typeof chunk === 'string' ? chunk : this.decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.extend(text.slice(start, end));
      this.emit();
      start = end + 1;
    }
    this.extend(text.slice(start));
  }

  /** Hands over what stands after the last line end. */
  end(): void {
    this.extend(this.decoder.end());
    if (this.rest) this.emit();
  }

  private extend(text: string): void {
    if (this.rest.length < this.maxChars) this.rest += text.slice(0, this.maxChars - this.rest.length);
  }

  private emit(): void {
    const line = this.rest.endsWith('\r') ? this.rest.slice(0, -1) : this.rest;
    this.rest = '';
    this.onLine(line);
  }
}
