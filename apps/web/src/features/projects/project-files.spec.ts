import { compareFiles } from './compare-files';
import { toFolder } from './file-tree';
import { searchFiles } from './search-files';

const file = (path: string, text = '') => ({ path, text });

describe('toFolder', () => {
  it('sorts files into folders', () => {
    expect(toFolder(['src/main.ts', 'drover.json', 'src/a/b.ts', 'README.md'])).toEqual({
      name: '',
      path: '',
      folders: [
        {
          name: 'src',
          path: 'src',
          folders: [{ name: 'a', path: 'src/a', folders: [], files: [{ name: 'b.ts', path: 'src/a/b.ts' }] }],
          files: [{ name: 'main.ts', path: 'src/main.ts' }],
        },
      ],
      files: [
        { name: 'README.md', path: 'README.md' },
        { name: 'drover.json', path: 'drover.json' },
      ],
    });
  });

  it('does not mix up folders with a common beginning', () => {
    const { folders } = toFolder(['src/a.ts', 'src2/b.ts']);
    expect(folders.map(({ files }) => files.map(({ path }) => path))).toEqual([['src/a.ts'], ['src2/b.ts']]);
  });
});

describe('searchFiles', () => {
  const files = [file('a.ts', 'one\n  Two();\nthree'), file('b.ts', 'two')];

  it('finds lines of all files without regard to case', () => {
    expect(searchFiles(files, ' two ')).toEqual({
      lines: [
        { path: 'a.ts', line: 2, text: 'Two();' },
        { path: 'b.ts', line: 1, text: 'two' },
      ],
      isCut: false,
    });
  });

  it('finds nothing for an empty text', () => {
    expect(searchFiles(files, '  ')).toEqual({ lines: [], isCut: false });
  });

  it('stops after 200 lines', () => {
    const found = searchFiles([file('a.ts', 'x\n'.repeat(300))], 'x');
    expect([found.lines.length, found.isCut]).toEqual([200, true]);
  });
});

describe('compareFiles', () => {
  it('names new, changed and deleted files', () => {
    const before = [file('same', '1'), file('changed', '1'), file('removed', '1')];
    const after = [file('changed', '2'), file('same', '1'), file('added', '')];
    expect(compareFiles(before, after)).toEqual([
      { path: 'added', kind: 'added', before: '', after: '' },
      { path: 'changed', kind: 'changed', before: '1', after: '2' },
      { path: 'removed', kind: 'removed', before: '1', after: '' },
    ]);
  });
});
