import { createUniquePaths, toFileName, toFilePath } from './file-names';

describe('file names of artifacts', () => {
  it.each([
    ['report.txt', 'report.txt'],
    ['报告 1.csv', '报告 1.csv'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a\u0000b\u001b[31m\u202Etxt.exe', 'a_b_[31m_txt.exe'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['name. . ', 'name'],
    ['..', 'artifact'],
    ['\ud800', '_'],
    ['a:b|c?d*e"f<g>h', 'a_b_c_d_e_f_g_h'],
  ])('are valid on all systems: %j', (name, fileName) => {
    expect(toFileName(name)).toBe(fileName);
  });

  it.each([
    ['logs/a.txt', 'logs/a.txt'],
    ['../../etc/passwd', 'etc/passwd'],
    ['C:\\Windows\\system.ini', 'C_/Windows/system.ini'],
    ['/absolute', 'absolute'],
    ['a/./../b', 'a/b'],
    ['...', 'artifact'],
    ['a/nul/b', 'a/_nul/b'],
  ])('stay below their folder as paths: %j', (name, path) => {
    expect(toFilePath(name)).toBe(path);
  });

  it('are cut before their extension', () => {
    for (const char of ['x', '好', '😀']) {
      const name = toFileName(`${char.repeat(4096)}.txt`);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
      expect(name).toMatch(new RegExp(`^${char}+\\.txt$`, 'u'));
    }
  });

  it('are unique', () => {
    const unique = createUniquePaths();
    const names = ['a.txt', 'A.TXT', 'a.txt', 'a (2).txt', 'b/a.txt', 'none', 'none'];
    expect(names.map((name) => unique(name))).toEqual([
      ...['a.txt', 'A (2).TXT', 'a (3).txt', 'a (2) (2).txt', 'b/a.txt', 'none', 'none (2)'],
    ]);
  });
});
