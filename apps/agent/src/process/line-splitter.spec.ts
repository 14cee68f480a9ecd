import { LineSplitter } from './line-splitter';

function split(chunks: (Buffer | string)[], maxChars = 1000): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line), maxChars);
  for (const chunk of chunks) splitter.write(chunk);
  splitter.end();
  return lines;
}

describe('LineSplitter', () => {
  it('decodes characters split across chunks', () => {
    const bytes = Buffer.from('你好\n世界😀\n');
    expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['你好', '世界😀']);
  });

  it('accepts LF and CRLF and emits empty lines and the text after the last line break', () => {
    expect(split(['a\r\n\r', '\nb\n\nc'])).toEqual(['a', '', 'b', '', 'c']);
  });

  it('truncates lines that are too long', () => {
    expect(split(['x'.repeat(50), 'y\nz'], 10)).toEqual(['x'.repeat(10), 'z']);
  });
});
