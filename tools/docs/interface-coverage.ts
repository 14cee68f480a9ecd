import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { interfaceLines } from './interface-lines';
import type { InterfaceLine } from './interface-proofs';

/** Lists the tests that prove each line of the interface. Throws if a line has no test. */
export async function coveragePage(root: string): Promise<string> {
  const proofs = Object.values(interfaceLines).flatMap((lines) => lines.flatMap(({ provedBy }) => provedBy));
  const titles = await testTitles(join(root, 'apps/api'), [...new Set(proofs.map(specOf))]);
  const sections = Object.entries(interfaceLines).map(
    ([heading, lines]) => `## ${heading}

| Interface | Tests |
|---|---|
${lines.map((line) => `| ${line.says} | ${proofsOf(line, titles)} |`).join('\n')}
`,
  );
  return `# Interface coverage

The documented interface that existing callers rely on, line by line, with the tests of \`apps/api\` that prove it.
\`npm run docs\` generates this page from the test titles and fails if a line has no test.

${sections.join('\n')}`;
}

/** Returns the spec file of the start of a test title. */
function specOf(beginning: string): string {
  return beginning.split(' › ', 1)[0];
}

function proofsOf({ says, provedBy }: InterfaceLine, titles: string[]): string {
  return provedBy
    .map((beginning) => {
      const proofs = titles.filter((title) => title.startsWith(beginning));
      if (proofs.length === 0)
        throw new Error(`No test title starts with "${beginning}", which should prove: ${says}`);
      // Names only the first test, so that the page does not change with every added test.
      const named = proofs.length > 1 ? `${proofs[0]} …` : proofs[0];
      return named?.replaceAll('|', '\\|').replaceAll('<', '&lt;');
    })
    .join('<br>');
}

/** Lists the tests of spec files as `file › describe › it`, in order, without running them. */
async function testTitles(project: string, specs: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'drover-titles-'));
  const report = join(folder, 'titles.json');
  // Skips the project's own configuration, because reading titles needs no database.
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
