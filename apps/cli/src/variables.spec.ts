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
  it('reads texts, and JSON after :=', () => {
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

  it('reads references to secrets', () => {
    expect(readVariables({ vars: ['a=1'], secret: ['password=DB_PASSWORD'] })).toEqual({
      a: '1',
      password: { $secret: 'DB_PASSWORD' },
    });
    expect(() => readVariables({ secret: ['DB_PASSWORD'] })).toThrow('--secret DB_PASSWORD');
  });

  it('lets --vars go over the file', () => {
    const varsFile = file('{"city": "Paris", "rounds": 1}');
    expect(readVariables({ vars: ['rounds:=2'], varsFile })).toEqual({ city: 'Paris', rounds: 2 });
  });

  it('is nothing where nothing was given', () => expect(readVariables({})).toBeUndefined());

  it.each([
    ['city', 'write it like city=Paris'],
    ['=x', 'write it like city=Paris'],
    ['rounds:=three', 'rounds=three'],
  ])('refuses %s', (text, sentence) => expect(() => readVariables({ vars: [text] })).toThrow(sentence));

  it.each(['[]', '3', 'null', '{'])('refuses a file with %s', (text) => {
    expect(() => readVariables({ varsFile: file(text) })).toThrow('must contain a JSON object');
  });

  it('says which file is not there', () => {
    expect(() => readVariables({ varsFile: '/nowhere/vars.json' })).toThrow('There is no such file');
  });
});
