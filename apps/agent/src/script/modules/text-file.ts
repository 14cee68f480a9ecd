import type { TextFile } from '@drover/script-types';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

interface OpenOptions {
  path: string;
  mode?: string;
  encoding?: string;
  encode: (text: unknown, encoding?: string) => Buffer;
  decode: (bytes: Uint8Array, encoding?: string) => string;
}

/** Opens a file to read its text in parts (mode `r`) or to write (`w`, `a`). */
export function openTextFile(options: OpenOptions): TextFile {
  const { path, mode = 'r' } = options;
  if (mode === 'r') return createReader(path, options.decode(readFileSync(path), options.encoding));
  if (mode === 'w' || mode === 'a') return createWriter(options, openSync(path, mode));
  throw new Error(`open: the mode must be r, w or a, not ${mode}.`);
}

function refuse(name: string, mode: string): () => never {
  return () => {
    throw new Error(`${name}: the file is open ${mode}.`);
  };
}

function createReader(path: string, text: string): TextFile {
  let position = 0;
  function take(end: number): string {
    const part = text.slice(position, end);
    position = end;
    return part;
  }
  function readline(): string | null {
    if (position >= text.length) return null;
    const end = text.indexOf('\n', position);
    return take(end < 0 ? text.length : end + 1).replace(/\r?\n$/, '');
  }
  const [write, writeline, writelines] = ['write', 'writeline', 'writelines'].map((name) =>
    refuse(name, 'to read'),
  );
  return {
    getPath: () => path,
    read: (maxChars = text.length) => take(Math.min(text.length, position + maxChars)),
    readline,
    readlines() {
      const lines: string[] = [];
      for (let line = readline(); line !== null; line = readline()) lines.push(line);
      return lines;
    },
    flush: () => undefined,
    close: () => undefined,
    write,
    writeline,
    writelines,
  };
}

function createWriter({ path, encoding, encode }: OpenOptions, file: number): TextFile {
  const write = (text: unknown) => {
    const bytes = encode(text, encoding);
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  };
  const writeline = (line: unknown) => write(`${String(line)}\n`);
  const [read, readline, readlines] = ['read', 'readline', 'readlines'].map((name) =>
    refuse(name, 'to write'),
  );
  let isOpen = true;
  return {
    getPath: () => path,
    write,
    writeline,
    writelines: (lines) => lines.forEach(writeline),
    flush: () => undefined,
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
    read,
    readline,
    readlines,
  };
}
