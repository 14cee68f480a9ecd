/** A file of lines in the app's private folder. */
export class LineFile {
  private readonly path: string;

  constructor(name: string) {
    this.path = `${String(context.getFilesDir().getAbsolutePath())}/drover/${name}`;
    files.createWithDirs(this.path);
  }

  /** Returns all lines. The last one may be torn. */
  read(): string[] {
    return String(files.read(this.path))
      .split('\n')
      .filter((line) => line !== '');
  }

  append(line: string): void {
    files.append(this.path, `${line}\n`);
  }

  /** Replaces the file atomically, so that it is complete whenever the app is killed. */
  replace(lines: string[]): void {
    const draft = `${this.path}.new`;
    files.write(draft, lines.map((line) => `${line}\n`).join(''));
    new java.io.File(draft).renameTo(new java.io.File(this.path));
  }
}
