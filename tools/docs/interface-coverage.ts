import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { interfaceLines } from './interface-lines';
import type { InterfaceLine } from './interface-proofs';

/** The page that names, for each line of the interface, the tests that prove it. A line without one is an error. */
export async function coveragePage(root: string): Promise<string> {
  const proofs = Object.values(interfaceLines).flatMap((lines) => lines.flatMap(({ provedBy }) => provedBy));
  const titles = await testTitles(join(root, 'apps/api'), [...new Set(proofs.map(specOf))]);
  const sections = Object.entries(interfaceLines).map(
    ([heading, lines]) => `## ${heading}

| The interface says | Proved by |
|---|---|
${lines.map((line) => `| ${line.says} | ${proofsOf(line, titles)} |`).join('\n')}
`,
  );
  return `# Proofs of the interface

What existing callers rely on, line by line, and the tests of \`apps/api\` that fail when it is no longer so.
\`npm run docs\` writes this page from the titles of the tests; a line without a test stops it.

${sections.join('\n')}`;
}

/** The file that the beginning of a title names. */
function specOf(beginning: string): string {
  return beginning.split(' › ', 1)[0];
}

function proofsOf({ says, provedBy }: InterfaceLine, titles: string[]): string {
  return provedBy
    .map((beginning) => {
      const proofs = titles.filter((title) => title.startsWith(beginning));
      if (proofs.length === 0) throw new Error(`No test begins with "${beginning}", to prove: ${says}`);
      // The first stands for all: the page should not change with every test that is added.
      const named = proofs.length > 1 ? `${proofs[0]} …` : proofs[0];
      return named?.replaceAll('|', '\\|').replaceAll('<', '&lt;');
    })
    .join('<br>');
}

/** The tests of some spec files of a project as `file › describe › it`, in order; none of them is run. */
async function testTitles(project: string, specs: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'drover-titles-'));
  const report = join(folder, 'titles.json');
  // Without the setup of the project's own configuration: no database is needed to read titles.
  const config = JSON.stringify({ rootDir: project, preset: '../../jest.preset.js', reporters: [] });
  const args = [
    '--config',
    config,
    '--testNamePattern=^no title is like this$',
    '--json',
    `--outputFile=${report}`,
    '--runTestsByPath',
    ...specs.map((spec) => join(project, 'src', spec)),
  ];
  try {
    await promisify(execFile)(process.execPath, [require.resolve('jest/bin/jest'), ...args], {
      maxBuffer: 1e8,
    });
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
    return testResults
      .flatMap(({ name, assertionResults }) =>
        assertionResults.map(({ ancestorTitles, title }) =>
          [name.split('/src/').pop(), ...ancestorTitles, title].join(' › '),
        ),
      )
      .sort((a, b) => (a < b ? -1 : 1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Report {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string }[] }[];
}
