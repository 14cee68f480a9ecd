import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVariables } from './variables';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'drover-variables-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, 'vars.json');
  writeFileSync(path, text);
  return path;
}

describe('readVariables', () => {
  it('parses texts, and JSON after :=', () => {
    const vars = ['city=大理', 'query=a=b', 'empty=', 'rounds:=3', 'list:=["x"]', 'time=12:=30'];
    expect(readVariables({ vars })).toEqual({
      city: '大理',
      query: 'a=b',
      empty: '',
      rounds: 3,
      list: ['x'],
      time: '12:=30',
    });
  });

  it('parses references to secrets', () => {
    expect(readVariables({ vars: ['a=1'], secret: ['password=DB_PASSWORD'] })).toEqual({
      a: '1',
      password: { $secret: 'DB_PASSWORD' },
    });
    expect(() => readVariables({ secret: ['DB_PASSWORD'] })).toThrow('--secret DB_PASSWORD');
  });

  it('prefers --vars over the file', () => {
    const varsFile = file('{"city": "Paris", "rounds": 1}');
    expect(readVariables({ vars: ['rounds:=2'], varsFile })).toEqual({ city: 'Paris', rounds: 2 });
  });

  it('returns undefined without variables', () => expect(readVariables({})).toBeUndefined());

  it.each([
    ['city', 'such as city=Paris'],
    ['=x', 'such as city=Paris'],
    ['rounds:=three', 'rounds=three'],
  ])('rejects %s', (text, message) => expect(() => readVariables({ vars: [text] })).toThrow(message));

  it.each(['[]', '3', 'null', '{'])('rejects a file that contains %s', (text) => {
    expect(() => readVariables({ varsFile: file(text) })).toThrow('must contain a JSON object');
  });

  it('names a file that does not exist', () => {
    expect(() => readVariables({ varsFile: '/nowhere/vars.json' })).toThrow(
      'Cannot read /nowhere/vars.json: file not found',
    );
  });
});
