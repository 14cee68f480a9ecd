import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';

const root = join(__dirname, '../..');

/** The programs and libraries that process what others send. */
const projects = [
  'libs/contract',
  'libs/device-agent',
  'libs/sdk',
  'apps/api',
  'apps/agent',
  'apps/phone',
  'apps/cli',
];

interface Pattern {
  place: string;
  source: string;
  flags: string;
}

function sourceFiles(project: string): string[] {
  return readdirSync(join(root, project, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(spec|d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(testing|contract-tests|database\/client)\//.test(path));
}

/** Returns the regular expression literals of a file. */
function patternsOf(path: string): Pattern[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const patterns: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      patterns.push({ place: `${relative(root, path)}:${line + 1}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return patterns;
}

/** Describes how a pattern can take more than linear time. Returns nothing for linear ones. */
function problemsOf({ place, source, flags }: Pattern): string[] {
  const { reports } = analyse({ source, flags });
  return reports.map(
    ({ type, character }) => `${place} /${source}/${flags}: ${type} on ${character.literal.source}`,
  );
}

const patterns = projects.flatMap(sourceFiles).flatMap(patternsOf);

describe('the regular expressions of shipped sources', () => {
  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(50);
  });

  it('take linear time', () => {
    expect(patterns.flatMap(problemsOf)).toEqual([]);
  });

  it('would be reported if they backtracked', () => {
    const email = { place: 'here', source: String.raw`^[^\s@]+@[^\s@]+\.?[^\s@]*$`, flags: '' };
    expect(problemsOf(email)).not.toEqual([]);
  });
});
